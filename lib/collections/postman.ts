import { collectionFolders, momentVariables } from "#lib/collections/requests.ts";
import type { CollectionRequest } from "#lib/collections/requests.ts";

/** The collection in the format 2.1 of Postman. The same at any address: that is in the environment. */
export function postmanCollection(): object {
  return {
    info: {
      name: "Covergate",
      description:
        "The whole API of Covergate, in an order in which it can be sent from beginning to end. Choose the environment and fill in `key` with the development key and `renter_uid` with a renter of yours.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: {
      type: "apikey",
      apikey: [
        { key: "key", value: "key", type: "string" },
        { key: "value", value: "{{key}}", type: "string" },
        { key: "in", value: "header", type: "string" },
      ],
    },
    event: [
      scriptOf(
        "prerequest",
        prepare((name, value) => `pm.collectionVariables.set(${name}, ${value})`, "pm.collectionVariables.get"),
      ),
    ],
    item: collectionFolders().map(({ name, requests }) => ({ name, item: requests.map(itemOf) })),
  };
}

/** The sandbox's environment, with the places for what only the reader has. */
export function postmanEnvironment(address: string): object {
  return {
    name: "Covergate sandbox",
    values: [
      { key: "base_url", value: new URL("/v2", address).href, type: "default", enabled: true },
      { key: "key", value: "", type: "secret", enabled: true },
      { key: "renter_uid", value: "", type: "default", enabled: true },
      { key: "confirm_reset", value: "", type: "default", enabled: true },
    ],
    _postman_variable_scope: "environment",
  };
}

function itemOf({ endpoint, name, path, query, body, form, saved }: CollectionRequest): object {
  const search = query.map((each) => `${each.name}=${each.value}`).join("&");
  return {
    name,
    request: {
      method: endpoint.method,
      description: endpoint.description ?? endpoint.summary,
      header: [],
      url: {
        raw: `{{base_url}}${path}${search === "" ? "" : `?${search}`}`,
        host: ["{{base_url}}"],
        path: path.slice(1).split("/"),
        ...(query.length > 0 && { query: query.map((each) => ({ key: each.name, value: each.value })) }),
      },
      ...(body !== undefined && { body: { mode: "raw", raw: body, options: { raw: { language: "json" } } } }),
      ...(form && { body: { mode: "formdata", formdata: fieldsOf(form) } }),
    },
    ...(Object.keys(saved).length > 0 && { event: [scriptOf("test", save(saved))] }),
  };
}

function fieldsOf(form: Readonly<Record<string, string>>): object[] {
  return Object.entries(form).map(([key, value]) => (key === "file" ? { key, type: "file", src: null } : { key, type: "text", value }));
}

function scriptOf(listen: "prerequest" | "test", exec: string[]): object {
  return { listen, script: { type: "text/javascript", exec } };
}

function save(saved: CollectionRequest["saved"]): string[] {
  return [
    "if (pm.response.code < 300) {",
    "  const body = pm.response.json();",
    ...Object.entries(saved).map(([name, expression]) => `  pm.collectionVariables.set(${JSON.stringify(name)}, ${expression});`),
    "}",
  ];
}

/** The script before each request: the moments that examples name, and a product of the reader's own. */
export function prepare(set: (name: string, value: string) => string, get: string): string[] {
  return [
    `const moments = ${JSON.stringify(Object.fromEntries(momentVariables()))};`,
    `for (const [name, fromNow] of Object.entries(moments)) ${set("name", "new Date(Date.now() + fromNow).toISOString()")};`,
    `if (!${get}("product_uid")) ${set('"product_uid"', "`bike-${Date.now()}`")};`,
  ];
}
