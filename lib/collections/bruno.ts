import type { PackedFile } from "#lib/clients/tar.ts";
import { prepare } from "#lib/collections/postman.ts";
import { collectionFolders } from "#lib/collections/requests.ts";
import type { CollectionRequest } from "#lib/collections/requests.ts";

/** The files of a Bruno collection, with its environment for the sandbox. */
export function brunoFiles(address: string): PackedFile[] {
  const folders = collectionFolders().flatMap(({ name, requests }, place): PackedFile[] => [
    { path: `${name}/folder.bru`, content: block("meta", [`name: ${name}`, `seq: ${place + 1}`]) },
    ...requests.map((request, index) => ({ path: `${name}/${fileName(request, index)}.bru`, content: requestFile(request, index + 1) })),
  ]);
  const files = [
    { path: "bruno.json", content: JSON.stringify({ version: "1", name: "Covergate", type: "collection", ignore: [] }, null, 2) },
    { path: "collection.bru", content: collectionFile() },
    { path: "environments/Sandbox.bru", content: environmentFile(address) },
    ...folders,
  ];
  return files.map(({ path, content }) => ({ path: `covergate-bruno/${path}`, content }));
}

function collectionFile(): string {
  return [
    block("auth", ["mode: apikey"]),
    block("auth:apikey", ["key: key", "value: {{key}}", "placement: header"]),
    block(
      "script:pre-request",
      prepare((name, value) => `bru.setVar(${name}, ${value})`, "bru.getVar"),
    ),
  ].join("\n");
}

/** The key is a secret, which Bruno keeps outside of the files. */
function environmentFile(address: string): string {
  return `${block("vars", [`base_url: ${new URL("/v2", address).href}`, "renter_uid: ", "confirm_reset: "])}vars:secret [\n  key\n]\n`;
}

function requestFile({ endpoint, name, path, query, body, form, saved }: CollectionRequest, place: number): string {
  const search = query.map((each) => `${each.name}=${each.value}`).join("&");
  const bodyMode = form ? "multipartForm" : body === undefined ? "none" : "json";
  return [
    block("meta", [`name: ${name}`, "type: http", `seq: ${place}`]),
    block(endpoint.method.toLowerCase(), [
      `url: {{base_url}}${path}${search === "" ? "" : `?${search}`}`,
      `body: ${bodyMode}`,
      "auth: inherit",
    ]),
    ...(query.length > 0
      ? [
          block(
            "params:query",
            query.map((each) => `${each.name}: ${each.value}`),
          ),
        ]
      : []),
    ...(body === undefined ? [] : [block("body:json", body.split("\n"))]),
    ...(form
      ? [
          block(
            "body:multipart-form",
            Object.entries(form).map(([key, value]) => `${key}: ${key === "file" ? "@file()" : value}`),
          ),
        ]
      : []),
    ...(Object.keys(saved).length > 0 ? [block("script:post-response", save(saved))] : []),
    block("docs", (endpoint.description ?? endpoint.summary).split("\n")),
  ].join("\n");
}

function save(saved: CollectionRequest["saved"]): string[] {
  return [
    "if (res.getStatus() < 300) {",
    "  const body = res.getBody();",
    ...Object.entries(saved).map(([name, expression]) => `  bru.setVar(${JSON.stringify(name)}, ${expression});`),
    "}",
  ];
}

function fileName({ name }: CollectionRequest, index: number): string {
  return `${String(index + 1).padStart(2, "0")} ${name.replaceAll(/[^\w ,-]/g, "")}`;
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}
