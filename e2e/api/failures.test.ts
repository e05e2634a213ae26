import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { succeed } from "#e2e/api/client.ts";
import { send } from "#e2e/api/raw.ts";
import type { RawAnswer } from "#e2e/api/raw.ts";
import { lcd } from "#e2e/api/samples.ts";
import { makePartner, makeProduct, makeShop } from "#e2e/api/world.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { errorSchema } from "#lib/api/openapi/envelopes.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import type { Side } from "#lib/platform/wire/endpoint.ts";

const sentence = "something went wrong on our side; quote the execution id to support";

/** Expects the fixed answer to a failure of ours: it reveals only that, and the execution id. */
async function expectFixedAnswer(side: Side, { status, headers, text }: RawAnswer): Promise<void> {
  expect(status).toBe(500);
  const executionId = headers.get("x-execution-id") ?? "";
  const body = errorSchema(side, status).parse(JSON.parse(text));
  expect(body).toMatchObject({ status: "error", type: "internal_error", execution_id: executionId });
  expect(body).toMatchObject(
    side === "product" ? { code: 500, message: sentence } : { message: "internal error", error: { code: 500, message: sentence } },
  );
  expect(text).not.toMatch(/range|invalid|instant|\bat\b|node_modules|\.ts\b|select|postgres/i);
  await waitFor(async () => {
    const [row] = await sql`select status, error_code from calls where execution_id = ${executionId}`;
    expect(row).toMatchObject({ status: 500, errorCode: 500 });
  });
}

// A manually stored date that no answer can show stands for any unexpected failure.
// rules/errors.md#envelopes-5, #answers-2
test("an unexpected failure on the contract side answers a fixed sentence and is logged", async () => {
  const shop = await makeShop();
  const { cid = "" } = await succeed(shop.key, createContract, { body: lcd(shop.uid) });
  await sql`update contracts set end_date = 'infinity' where cid = ${cid}`;
  const headers = { key: shop.key };
  await expectFixedAnswer("contract", await send({ method: "GET", path: `/v2/contracts/${cid}`, headers }));
  await expectFixedAnswer("contract", await send({ method: "GET", path: `/v2/contracts?uid=${shop.uid}`, headers }));
});

test("an unexpected failure on the product side answers a fixed sentence and is logged", async () => {
  const { key } = (await makePartner()).development;
  const { product_id } = await makeProduct(key);
  await sql`update products set purchased_date = 'infinity' where id = ${product_id}`;
  for (const path of [`/v2/products/${product_id}`, "/v2/products", "/v2/products?limit=5"]) {
    await expectFixedAnswer("product", await send({ method: "GET", path, headers: { key } }));
  }
});

test("a list that fails after its first page is cut off instead of ending as if complete", async () => {
  const { key, world } = (await makePartner()).development;
  const { product_id: oldest } = await makeProduct(key);
  await sql`
    insert into products (id, world_id, uid, product_type, title, data, value_excl_cents, created_at, updated_at)
    select 'prod_Z' || ${world.id} || '_' || n, ${world.id}, n::text, 'bike', 'Bike', '{"product_subtype": "electric", "brand": "b", "model": "m"}', 100, now(), now()
    from generate_series(1, 2000) n`;
  await sql`update products set purchased_date = 'infinity' where id = ${oldest}`;
  await expect(send({ method: "GET", path: "/v2/products", headers: { key } })).rejects.toThrow(/aborted|socket hang up|terminated/);
});
