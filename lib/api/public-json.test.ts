import { describe, expect, test } from "vitest";
import { publicJson } from "#lib/api/public-json.ts";

const ask = (document: object, ifNoneMatch?: string) =>
  publicJson("/document.json", () => document)(
    new Request("http://localhost/v2/document.json", { headers: ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch } }),
    { params: {} },
  );
const etagOf = async (document: object) => (await ask(document)).headers.get("etag") ?? "";

describe("a public document", () => {
  test("is sent to anybody and may be cached", async () => {
    const response = await ask({ openapi: "3.1.1" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ openapi: "3.1.1" });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
    });
  });

  test("has the same etag on every instance, and another one when it changes", async () => {
    expect(await etagOf({ a: 1 })).toBe(await etagOf({ a: 1 }));
    expect(await etagOf({ a: 1 })).not.toBe(await etagOf({ a: 2 }));
  });

  test.each<[string, (etag: string) => string]>([
    ["as it was given", (etag) => etag],
    ["made strong", (etag) => etag.slice("W/".length)],
    ["among others", (etag) => `"other" , ${etag}`],
    ["as any", () => "*"],
  ])("is not sent again to a client that has its etag %s", async (_name, naming) => {
    const response = await ask({ a: 1 }, naming(await etagOf({ a: 1 })));
    expect(response.status).toBe(304);
    expect(await response.text()).toBe("");
    expect(response.headers.get("etag")).toBe(await etagOf({ a: 1 }));
  });

  test("is sent to a client that has another version", async () => {
    expect((await ask({ a: 2 }, await etagOf({ a: 1 }))).status).toBe(200);
  });

  test.each<[Record<string, string>, string | undefined]>([
    [{}, undefined],
    [{ host: "api.covergate.example:8443" }, "http://api.covergate.example:8443"],
    [{ host: "10.0.0.1:3000", "x-forwarded-proto": "https", "x-forwarded-host": "api.covergate.example" }, "https://api.covergate.example"],
    [{ host: 'a"b' }, undefined],
    [{ host: "a/b?c" }, undefined],
    [{ "x-forwarded-proto": "javascript" }, undefined],
  ])("contains the origin of the request: %j", async (headers, told) => {
    const response = await publicJson("/document.json", (origin) => ({ origin: origin ?? null }))(
      new Request("http://localhost/v2/document.json", { headers }),
      { params: {} },
    );
    expect(await response.json()).toEqual({ origin: told ?? null });
  });

  test("that contains the request's origin is not cached by shared caches", async () => {
    const [all, some] = [{ origin: null }, { origin: "http://a.example" }];
    const answer = async (host: string) =>
      publicJson("/document.json", (origin) => (origin === "http://a.example" ? some : all))(
        new Request("http://localhost/v2/document.json", { headers: { host } }),
        { params: {} },
      );
    expect((await answer("a.example")).headers.get("cache-control")).toBe("private, max-age=300");
    expect((await answer("b.example")).headers.get("cache-control")).toBe("public, max-age=300");
  });
});
