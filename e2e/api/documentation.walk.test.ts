import { hash } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { markdownPaths } from "#components/docs/as-markdown.ts";
import { chapters } from "#components/docs/reference/reference-labels.ts";
import type { ChapterSamples } from "#components/docs/samples/guide-samples.ts";
import { makePartner, registerRenter } from "#e2e/api/world.ts";
import { walk } from "#e2e/setup/walk.ts";
import { asStaff, makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import { openForPartner } from "#lib/insurance/renters/attach.ts";

const paths = markdownPaths();
const pages = paths.map((path) => (path === "" ? "/docs" : `/docs/${path}`));
const texts = [...pages.map((page) => `${page}.md`), "/llms.txt", "/llms-full.txt", "/skill.md"];
const samples = [...chapters.keys()].map((slug) => `/docs/samples/${slug}.json`);
const searches = ["/docs/search.json?language=en", "/docs/search.json?language=fr"];

const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, inject("baseUrl")), { headers });

/** An address of each folder and form is an example of the others. */
const walkAddresses = (addresses: readonly string[]) => walk(addresses, (address) => address.replace(/[^/.]*(?=\.\w+$|$)/, ""));

describe("the documentation is sent as it was made", () => {
  test.each(walkAddresses([...pages, ...texts, ...searches, ...samples, "/v2/openapi.json"]))(
    "%s is not sent again to who has it",
    async (path) => {
      const first = await get(path);
      const etag = first.headers.get("etag") ?? "";
      expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{43}"$/)]);
      const again = await get(path, { "if-none-match": etag });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
      expect((await get(path, { "if-none-match": '"another"' })).status).toBe(200);
    },
  );

  test.each(walkAddresses([...pages, "/llms-full.txt", "/v2/openapi.json"]))(
    "%s is rendered once: a second rendering would contain another time",
    async (path) => {
      expect(await (await get(path)).text()).toBe(await (await get(path)).text());
    },
  );
});

const maxReferenceBytes = 300_000;

test.each(walkAddresses(pages.filter((page) => page.startsWith("/docs/reference"))))(
  "%s is small enough for a phone in both languages",
  async (page) => {
    for (const language of ["en", "fr"]) {
      const html = await (await get(page, { "accept-language": language, "accept-encoding": "identity" })).text();
      expect(Buffer.byteLength(html), language).toBeLessThan(maxReferenceBytes);
    }
  },
);

test.each(walk([...chapters], () => "a chapter"))(
  "the chapter %s has all operations and samples without a script",
  async (slug, { operations }) => {
    const html = await (await get(`/docs/reference/${slug}`)).text();
    for (const { id, examples = [] } of operations) {
      expect(html).toContain(`<section id="${id}"`);
      for (const index of examples.keys()) expect(html).toContain(`<figure data-sample="${id} ${index}"`);
    }
    const answer = (await (await get(`/docs/samples/${slug}.json`)).json()) as ChapterSamples;
    expect(Object.keys(answer)).toEqual(
      operations.flatMap(({ id, examples = [] }) => [...examples.keys()].map((index) => `${id} ${index}`)),
    );
  },
);

test.each(["/docs/reference/contracts", "/docs/webhooks", "/llms-full.txt", "/docs/search.json?language=en", "/v2/openapi.json"])(
  "%s is compressed with brotli, else with gzip, and says that it differs by encoding",
  async (path) => {
    const plain = await get(path, { "accept-encoding": "identity" });
    expect([plain.headers.get("content-encoding"), plain.headers.get("vary")]).toEqual([null, expect.stringContaining("accept-encoding")]);
    const text = await plain.text();
    for (const [accepted, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip", "gzip"],
    ] as const) {
      const answer = await get(path, { "accept-encoding": accepted });
      expect([answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual([encoding, plain.headers.get("vary")]);
      expect(Number(answer.headers.get("content-length") ?? 0)).toBeLessThan(text.length / 2);
      expect(await answer.text()).toBe(text);
    }
  },
);

describe("the language of a page", () => {
  test.each<[Record<string, string>, string]>([
    [{}, "en"],
    [{ "accept-language": "fr-FR,fr;q=0.9,en;q=0.8" }, "fr"],
    [{ "accept-language": "de, fr;q=0.5" }, "fr"],
    [{ "accept-language": "fr", cookie: "covergate-language=en" }, "en"],
    [{ cookie: "other=1; covergate-language=fr" }, "fr"],
  ])("is the chosen one, else the browser's: %j", async (headers, language) => {
    const answer = await get("/docs/reference/contracts", headers);
    expect(await answer.text()).toContain(`<html lang="${language === "fr" ? "fr-FR" : "en-GB"}"`);
    expect(answer.headers.get("vary")).toBe("accept-encoding, accept-language, cookie");
    expect(answer.headers.get("cache-control")).toBe("no-cache");
  });

  test("does not matter to texts for assistants, and the search names its own", async () => {
    for (const path of walkAddresses(texts)) {
      const [one, other] = await Promise.all([get(path, { "accept-language": "fr" }), get(path)]);
      expect(one.headers.get("etag"), path).toBe(other.headers.get("etag"));
    }
    const [english, french] = await Promise.all(searches.map(async (path) => (await get(path, { "accept-language": "fr" })).text()));
    expect(english).toContain("Your first contract");
    expect(french).toContain("Votre premier contrat");
  });
});

describe("who reads the documentation", () => {
  test("is not in its pages: everybody gets the same bytes, and the page asks for the rest", async () => {
    const { id } = await makePartner();
    const uid = await registerRenter({ productTypes: ["bike"], contractTypes: ["LCD"] });
    await openForPartner(asStaff, { partnerId: id, uid });
    const [owner, supporter] = await Promise.all([makeUser({ role: "owner", partnerId: id }), makeUser("support")]);
    const cookies = await Promise.all([owner, supporter].map((user) => makeSessionCookie(user)));
    for (const path of walkAddresses(pages)) {
      const anonymous = await (await get(path)).text();
      for (const cookie of cookies) expect(await (await get(path, { cookie })).text(), path).toBe(anonymous);
      expect(anonymous).not.toContain(uid);
    }

    const readers = await Promise.all(["", ...cookies].map((cookie) => get("/docs/reader.json", { cookie })));
    expect(readers.map(({ headers }) => headers.get("cache-control"))).toEqual(["no-store", "no-store", "no-store"]);
    expect(await Promise.all(readers.map((reader) => reader.json()))).toEqual([
      { home: null, viewer: null, pages: [], lookUp: "none", sendsMail: false, trying: null },
      expect.objectContaining({
        home: "/development",
        lookUp: "development",
        trying: expect.objectContaining({ renter: expect.objectContaining({ uid }) as unknown }) as unknown,
      }),
      expect.objectContaining({ home: "/support", lookUp: "support", trying: null }),
    ]);
  });
});

test.each(walkAddresses([...pages, "/docs/nothing", "/nothing"]))(
  "%s allows its own scripts and no other inline ones, and cannot be framed",
  async (path) => {
    const { headers, text } = await get(path).then(async (answer) => ({ headers: answer.headers, text: await answer.text() }));
    const policy = headers.get("content-security-policy") ?? "";
    const inline = Array.from(text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g), ([, script = ""]) => script);
    const hashes = new Set(inline.map((script) => `'sha256-${hash("sha256", script, "base64")}'`));
    expect(/script-src ([^;]*)/.exec(policy)?.[1]?.split(" ")).toEqual(["'self'", ...hashes]);
    expect(`${policy} ${headers.get("link")} ${text}`).not.toMatch(/nonce-|nonce="?\w/);
    expect(headers.get("x-frame-options")).toBe("DENY");
  },
);

test("a browser that wants only the data of a page loads the page", async () => {
  const answer = await get("/docs/webhooks?_rsc=1", { rsc: "1" });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
});

describe("what anybody can invent is not rendered at each request", () => {
  test.each(["/docs/no-such-page", "/docs/reference/nothing", "/docs/a%20b/c.d", "/docs/webhooks/more", "/docs/samples/none"])(
    "%s does not exist, and gets the page that says so",
    async (path) => {
      const [answer, other] = await Promise.all([get(path), get("/docs/none")]);
      expect([answer.status, await answer.text()]).toEqual([404, await other.text()]);
    },
  );

  test.each([
    ["en-GB", "/docs/no-such-page", "Page not found", 'aria-label="Documentation"'],
    ["fr-FR", "/docs/no-such-page", "Page introuvable", 'aria-label="Documentation"'],
    ["en-GB", "/no-such-page", "Page not found", "Covergate"],
    ["fr-FR", "/development/no-such-page", "Page introuvable", "Covergate"],
  ])("in %s %s has its language, title and frame before a script runs", async (language, path, title, frame) => {
    const answer = await get(path, { "accept-language": language });
    const html = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(html).toContain(`<html lang="${language}"`);
    expect(html).toContain(`<title>${title} · Covergate</title>`);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(html).toContain(frame);
  });

  test.each([
    ["/no-such-page", "covergate-session=none"],
    ["/wp-login.php", "covergate-session=none"],
    ["/no/such/page", "covergate-session=none"],
    ["/_not-found", "covergate-session=none"],
    ["/development/no-such-page", "a=b"],
    ["/support/no/such/page", "a=b"],
  ])("%s outside the documentation gets one page, whatever its query and cookies", async (path, cookie) => {
    const [answer, other] = await Promise.all([get(`${path}?a=1`, { cookie }), get("/another")]);
    expect([answer.status, await answer.text()]).toEqual([404, await other.text()]);
  });

  test("a text that does not exist is short", async () => {
    const answer = await get("/docs/no-such-page.md");
    expect([answer.status, await answer.text()]).toEqual([404, "There is no such page."]);
  });

  test("a search among the errors is the browser's", async () => {
    const [searched, whole] = await Promise.all([get("/docs/errors?search=9002&side=claims"), get("/docs/errors")]);
    expect(await searched.text()).toBe(await whole.text());
  });

  test("a chapter that has moved leads to where it is", async () => {
    const answer = await fetch(new URL("/docs/reference/renewals", inject("baseUrl")), { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/docs/reference/contracts"]);
  });
});
