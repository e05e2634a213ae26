import { createRequire } from "node:module";
import { PostmanValidator } from "@har-sdk/validator";
import { describe, expect, test } from "vitest";
import { brunoFiles } from "#lib/collections/bruno.ts";
import { postmanCollection, postmanEnvironment } from "#lib/collections/postman.ts";
import { collectionFolders } from "#lib/collections/requests.ts";
import { endpoints } from "#lib/endpoints.ts";

const require = createRequire(import.meta.url);
/** Bruno's own parser, which has no types. */
const bruno = require("@usebruno/lang") as {
  bruToJsonV2(text: string): { http: { method: string; url: string }; body?: { json?: string } };
  collectionBruToJson(text: string): { auth?: { apikey?: { key: string; value: string } }; script?: { req?: string } };
  bruToEnvJsonV2(text: string): { variables: { name: string; value: string; secret: boolean }[] };
};

const address = "https://api.covergate.example";
const requests = collectionFolders().flatMap((folder) => folder.requests);

test("the collection has every operation of the API", () => {
  expect(new Set(requests.map(({ endpoint }) => endpoint.id))).toEqual(new Set(endpoints.map(({ id }) => id)));
});

describe("for Postman", () => {
  test("the collection is valid under the published schema", async () => {
    const problems = await new PostmanValidator().verify(
      JSON.parse(JSON.stringify(postmanCollection())) as Parameters<PostmanValidator["verify"]>[0],
    );
    expect(problems).toEqual([]);
  });

  test("the environment has the address, and the key as an empty secret", () => {
    expect(postmanEnvironment(address)).toMatchObject({
      values: expect.arrayContaining([
        { key: "base_url", value: `${address}/v2`, type: "default", enabled: true },
        { key: "key", value: "", type: "secret", enabled: true },
      ]),
    });
  });
});

describe("for Bruno", () => {
  const files = new Map(brunoFiles(address).map(({ path, content }) => [path.replace("covergate-bruno/", ""), String(content)]));

  test("Bruno's parser reads each request as intended", () => {
    const read = [...files]
      .filter(([path]) => /\/\d\d [^/]*\.bru$/.test(path))
      .map(([, content]) => bruno.bruToJsonV2(content))
      .map(({ http, body }) => ({ method: http.method.toUpperCase(), url: http.url, body: body?.json }));
    const meant = requests.map(({ endpoint, path, query, body }) => {
      const search = query.map(({ name, value }) => `${name}=${value}`).join("&");
      return { method: endpoint.method, url: `{{base_url}}${path}${search === "" ? "" : `?${search}`}`, body };
    });
    expect(read).toEqual(meant);
  });

  test("the key is sent in the API's header, from a secret that no file contains", () => {
    const { auth, script } = bruno.collectionBruToJson(files.get("collection.bru") ?? "");
    expect(auth?.apikey).toMatchObject({ key: "key", value: "{{key}}", placement: "header" });
    expect(script?.req).toContain('bru.setVar("product_uid"');
    const { variables } = bruno.bruToEnvJsonV2(files.get("environments/Sandbox.bru") ?? "");
    expect(variables).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "base_url", value: `${address}/v2`, secret: false }),
        expect.objectContaining({ name: "key", secret: true }),
      ]),
    );
  });
});
