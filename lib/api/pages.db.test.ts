import { afterEach, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/methods.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { listProducts } from "#lib/insurance/products/endpoints.ts";
import { serializeProduct } from "#lib/insurance/products/product.ts";
import { sampleProduct } from "#lib/insurance/products/rules/product.fixture.ts";
import type { WireProduct } from "#lib/insurance/products/schema.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

const page = Array.from({ length: 200 }, () => serializeProduct(sampleProduct));
let made = 0;
afterEach(() => {
  made = 0;
});

/** Requests a list of so many pages, which can then fail. */
async function ask(method: "GET" | "HEAD", pages: number, failure?: Error) {
  const { GET, HEAD } = route(
    handle(listProducts, async () =>
      (async function* (): AsyncGenerator<WireProduct[], void> {
        for (; made < pages; made += 1) yield page;
        if (failure) throw failure;
      })(),
    ),
  );
  const { keys } = await makePartner();
  const request = new Request("http://covergate.test/v2/products", { method, headers: { key: keys.development.text } });
  return (method === "GET" ? GET : HEAD)(request, { params: {} });
}

async function readCall(response: Response): Promise<Record<string, unknown> | undefined> {
  await flushCalls();
  const [call] = await sql`
    select endpoint, status, error_code, response_body as body, octet_length(response_body) as bytes
    from calls where execution_id = ${response.headers.get("x-execution-id")}`;
  return call;
}

describe("a list that is streamed page by page", () => {
  test("is one JSON document, and its beginning is logged", async () => {
    const response = await ask("GET", 5);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const text = await response.text();
    expect(JSON.parse(text)).toEqual([{ status: "success", products: Array.from({ length: 5 }, () => page).flat(), next: null }]);
    const call = await readCall(response);
    expect(call).toMatchObject({ endpoint: "retrieveProducts", status: 200, errorCode: null });
    expect(call?.bytes).toBeGreaterThan(16_000);
    expect(call?.bytes).toBeLessThanOrEqual(16_384);
    expect(call?.body).toMatch(/…\[cut\]$/);
    expect(text.startsWith(String(call?.body).slice(0, -"…[cut]".length))).toBe(true);
  });

  test("is refused like any other call if its first page fails", async () => {
    const response = await ask("GET", 0, new Error("the database is away"));
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ status: "error", type: "internal_error", code: 500 });
    expect(await readCall(response)).toMatchObject({ status: 500, errorCode: 500 });
  });

  test("is cut off if a later page fails, and logged as a failure", async () => {
    const response = await ask("GET", 2, new Error("the database is away"));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow("the answer cannot be finished");
    expect(await readCall(response)).toMatchObject({ status: 500, errorCode: 500 });
  });

  test("is not produced further after a disconnect, and logged", async () => {
    const response = await ask("GET", 50);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(made).toBeLessThan(3);
    expect(await readCall(response)).toMatchObject({ status: 200, errorCode: null });
  });

  test("is not produced further for HEAD, and logged", async () => {
    const response = await ask("HEAD", 50);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.text()).toBe("");
    expect(made).toBeLessThan(3);
    expect(await readCall(response)).toMatchObject({ endpoint: "retrieveProducts", status: 200 });
  });
});
