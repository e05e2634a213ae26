import { runInNewContext } from "node:vm";
import { expect, inject, test } from "vitest";
import { makePartner, registerRenter } from "#e2e/api/world.ts";

interface Script {
  listen: "prerequest" | "test";
  script: { exec: string[] };
}
interface Item {
  name: string;
  event?: Script[];
  request: {
    method: string;
    url: { raw: string };
    body?: { mode: "raw"; raw: string } | { mode: "formdata"; formdata: { key: string; type: string; value?: string }[] };
  };
}
interface Collection {
  event: Script[];
  item: { name: string; item: Item[] }[];
}

/** What may be refused when a stranger sends everything as it is: a feature, a file to choose, and an empty confirmation. */
const refusals: Record<string, number> = {
  "Act on the renewals of all contracts": 98888,
  "Upload a file": 1000,
  "Start over": 400,
};

async function download<Content>(name: string): Promise<Content> {
  const answer = await fetch(new URL(`/collections/${name}`, inject("baseUrl")));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  return (await answer.json()) as Content;
}

test("every request of the Postman collection can be sent in order, with the environment and the values of earlier answers", async () => {
  const { id, development } = await makePartner();
  const { values } = await download<{ values: { key: string; value: string }[] }>("covergate.postman_environment.json");
  const variables = new Map(values.map(({ key, value }) => [key, value]));
  variables.set("key", development.key).set("renter_uid", await registerRenter({ partnerIds: [id] }));
  const collection = await download<Collection>("covergate.postman_collection.json");

  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (slot, name: string) => {
      const value = variables.get(name);
      if (value === undefined) throw new Error(`nothing gave ${slot}`);
      return value;
    });
  const run = (scripts: readonly Script[], listen: Script["listen"], response?: { code: number; text: string }) => {
    const pm = {
      collectionVariables: { set: (name: string, value: string) => variables.set(name, value), get: (name: string) => variables.get(name) },
      response: response && { code: response.code, json: () => JSON.parse(response.text) as unknown },
    };
    for (const { script } of scripts.filter((each) => each.listen === listen)) runInNewContext(script.exec.join("\n"), { pm });
  };
  const bodyOf = ({ body }: Item["request"]) => {
    if (body === undefined) return {};
    if (body.mode === "raw") return { body: fill(body.raw), headers: { "content-type": "application/json" } };
    const form = new FormData();
    for (const { key, type, value = "" } of body.formdata) if (type === "text") form.set(key, value);
    return { body: form };
  };

  const answers: [string, number, number | undefined][] = [];
  for (const { name, request, event = [] } of collection.item.flatMap((folder) => folder.item)) {
    run(collection.event, "prerequest");
    const { headers = {}, ...init } = bodyOf(request);
    const answer = await fetch(fill(request.url.raw), { method: request.method, ...init, headers: { key: development.key, ...headers } });
    const text = await answer.text();
    run(event, "test", { code: answer.status, text });
    const { code, error } = (text === "" ? {} : JSON.parse(text)) as { code?: number; error?: { code: number } };
    if (answer.status >= 300) answers.push([name, answer.status, error?.code ?? code]);
  }
  expect(answers.map(([name, , code]) => [name, code])).toEqual(Object.entries(refusals));
});

test("the Bruno collection is served as a zip, and an unknown collection is not found", async () => {
  const zip = await fetch(new URL("/collections/covergate-bruno.zip", inject("baseUrl")));
  expect([zip.status, zip.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(Buffer.from(await zip.arrayBuffer()).subarray(0, 4)).toEqual(Buffer.from("PK\u0003\u0004"));
  for (const name of ["__proto__", "..%2fpackage.json", "covergate.json"]) {
    const answer = await fetch(new URL(`/collections/${name}`, inject("baseUrl")));
    expect([name, answer.status]).toEqual([name, 404]);
  }
});
