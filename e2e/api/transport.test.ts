import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { pathOf, succeed } from "#e2e/api/client.ts";
import { send } from "#e2e/api/raw.ts";
import { errorOf } from "#e2e/api/refused.ts";
import { lmd } from "#e2e/api/samples.ts";
import { makeProduct, makeShop } from "#e2e/api/world.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { actOnAllRenewals } from "#lib/insurance/renewals/endpoints.ts";

/** The bytes of an answer, as they came. */
async function fetchBytes(options: { method?: string; path: string; headers: Record<string, string>; body?: string }) {
  const { hostname, port } = new URL(inject("baseUrl"));
  const { method = "GET", path, headers, body } = options;
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ method, path, headers, hostname, port, agent: false }, resolve).on("error", reject).end(body);
  });
  return { status: incoming.statusCode, headers: new Headers(incoming.headers as Record<string, string>), bytes: await buffer(incoming) };
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe.each(Object.entries(decoders))("an answer compressed with %s", (encoding, decode) => {
  test("of more than 1 KiB has the same content as the plain one", async () => {
    const { key, uid } = await makeShop();
    for (let index = 0; index < 3; index += 1) await succeed(key, createContract, { body: lmd(uid) });
    const path = `/v2/contracts?uid=${uid}`;
    const plain = await fetchBytes({ path, headers: { key } });
    const { status, headers, bytes } = await fetchBytes({ path, headers: { key, "accept-encoding": encoding } });
    expect([status, headers.get("content-encoding")]).toEqual([200, encoding]);
    expect(headers.get("vary")).toContain("accept-encoding");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 2);
    const read = (text: string) => (JSON.parse(text) as { contracts: WireContract[] }).contracts;
    expect(read(decode(bytes).toString())).toEqual(read(plain.bytes.toString()));
  });

  test("that is streamed is compressed while it streams", async () => {
    const { key, uid } = await makeShop({ features: ["bulk_renewals"] });
    const { cid = "" } = await succeed(key, createContract, { body: lmd(uid) });
    await sql`
      insert into contracts select (jsonb_populate_record(c, jsonb_build_object('cid', left(c.cid, 18) || lpad(n::text, 8, '0')))).*
      from contracts c, generate_series(1, 2500) n where c.cid = ${cid}`;
    const { status, headers, bytes } = await fetchBytes({
      method: "POST",
      path: pathOf(actOnAllRenewals, {}),
      headers: { key, "content-type": "application/json", "accept-encoding": encoding },
      body: JSON.stringify({ add_to_all_contracts: true }),
    });
    expect([status, headers.get("content-encoding")]).toEqual([200, encoding]);
    const renewals = (JSON.parse(decode(bytes).toString()) as { automatic_renewals: unknown[] }).automatic_renewals;
    expect(renewals).toHaveLength(2501);
  });

  test("is used for the OpenAPI document, but not for a short answer", async () => {
    const { key } = await makeShop();
    const { headers, bytes } = await fetchBytes({ path: "/v2/openapi.json", headers: { "accept-encoding": encoding } });
    expect(headers.get("content-encoding")).toBe(encoding);
    expect(JSON.parse(decode(bytes).toString())).toHaveProperty("openapi");
    const short = await fetchBytes({ path: "/v2/contracts/none", headers: { key, "accept-encoding": encoding } });
    expect([short.status, short.headers.get("content-encoding")]).toEqual([400, null]);
  });
});

test.each(["gzip", "br", "zstd", "nonsense"])(
  "a request compressed with %s is refused with 415, which names what is accepted",
  async (encoding) => {
    const { key, uid } = await makeShop();
    const headers = { key, "content-type": "application/json", "content-encoding": encoding };
    const answer = await send({ method: "POST", path: "/v2/contracts", headers, body: gzipSync(JSON.stringify(lmd(uid))) });
    expect({ status: answer.status, ...errorOf("contract", answer) }).toMatchObject({ status: 415, code: 415 });
    expect(answer.headers.get("accept-encoding")).toBe("identity");
    const plain = { ...headers, "content-encoding": "identity" };
    expect((await send({ method: "POST", path: "/v2/contracts", headers: plain, body: JSON.stringify(lmd(uid)) })).status).toBe(200);
  },
);

describe("a single resource", () => {
  test("has an etag, and is not sent again while it is unchanged", async () => {
    const { key, uid } = await makeShop();
    const product = await makeProduct(key);
    const { cid = "" } = await succeed(key, createContract, { body: lmd(uid) });
    for (const path of [`/v2/contracts/${cid}`, `/v2/products/${product.uid}`, `/v2/renters/${uid}`]) {
      const first = await send({ method: "GET", path, headers: { key } });
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
      expect(first.headers.get("cache-control")).toBe("private, no-cache");
      const again = await send({ method: "GET", path, headers: { key, "if-none-match": `"other", ${etag}` } });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
      expect(again.headers.get("x-execution-id")).toMatch(/^exec_/);
      expect((await send({ method: "HEAD", path, headers: { key, "if-none-match": etag } })).status).toBe(304);
    }
  });

  test("has another etag once it has changed", async () => {
    const { key } = await makeShop();
    const { uid } = await makeProduct(key);
    const path = `/v2/products/${uid}`;
    const etag = (await send({ method: "GET", path, headers: { key } })).headers.get("etag") ?? "";
    const body = JSON.stringify({ title: "Another" });
    await send({ method: "PATCH", path, headers: { key, "content-type": "application/json" }, body });
    const changed = await send({ method: "GET", path, headers: { key, "if-none-match": etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
  });

  test("has an etag, while a list and a refusal have none", async () => {
    const { key, uid } = await makeShop();
    for (const path of [`/v2/contracts?uid=${uid}`, "/v2/contracts/none", "/v2/products"]) {
      const { headers } = await send({ method: "GET", path, headers: { key, "if-none-match": "*" } });
      expect([headers.get("etag"), headers.get("cache-control")]).toEqual([null, "no-store"]);
    }
  });
});
