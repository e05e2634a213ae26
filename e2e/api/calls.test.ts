import { randomBytes } from "node:crypto";
import { expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { call, refuse } from "#e2e/api/client.ts";
import { send } from "#e2e/api/raw.ts";
import { bike, insured, lcd } from "#e2e/api/samples.ts";
import { asStaff, makePartner, makeShop } from "#e2e/api/world.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { withinMinute } from "#e2e/setup/within-minute.ts";
import { revoke } from "#lib/account/keys/revoke.ts";
import { generateKey } from "#lib/account/keys/secrets.ts";
import { createContract, listContracts, readContract } from "#lib/insurance/contracts/endpoints.ts";
import { createProduct, deleteProduct } from "#lib/insurance/products/endpoints.ts";
import { newContractId } from "#lib/platform/ids.ts";

const keptBytes = 16_384;

/** Finds the log's rows of the calls: one each, and no call without one. They are written a moment after the answer. */
async function findCalls(executionIds: readonly string[]) {
  return waitFor(async () => {
    const rows = await sql`
        select execution_id, calls.world_id, key_id, method, path, endpoint, subject_id, query,
          request_body, response_body, status, error_code, duration_micros, ip,
          user_agent, at
        from calls where execution_id in ${sql(executionIds)} order by execution_id`;
    expect(rows.map((row) => row["executionId"] as string)).toEqual(executionIds.toSorted());
    return rows;
  });
}

async function findCall(executionId: string) {
  const [row] = await findCalls([executionId]);
  return row ?? {};
}

/** Calls are written in the order in which they came: once a later one is there, one that is not never will be. */
async function countAfter(laterId: string, executionId: string): Promise<number> {
  await findCall(laterId);
  return (await sql`select from calls where execution_id = ${executionId}`).length;
}

// rules/errors.md#answers-2
// rules/call-log.md#record-1
test("a successful call is recorded with its request and answer", async () => {
  const shop = await makeShop();
  const body = lcd(shop.uid);
  const before = Date.now();
  const { executionId, text, data } = await call(shop.key, createContract, { body, query: { preview: false } });
  const row = await findCall(executionId);
  expect(row).toMatchObject({
    worldId: shop.world.id,
    keyId: shop.keyId,
    method: "POST",
    path: "/v2/contracts",
    endpoint: "createContract",
    subjectId: data?.cid,
    query: "preview=false",
    requestBody: JSON.stringify(body),
    responseBody: text,
    status: 200,
    errorCode: null,
    userAgent: "node",
  });
  expect(row["durationMicros"]).toBeGreaterThan(0);
  const at = (row["at"] as Date).getTime();
  expect(at >= before && at <= Date.now()).toBe(true);
});

test("a refused call is recorded with its error code", async () => {
  const { key } = (await makePartner()).development;
  const { executionId, code } = await refuse(key, readContract, { params: { contractId: newContractId() } });
  expect(await findCall(executionId)).toMatchObject({ endpoint: "retrieveContract", status: 400, errorCode: code, requestBody: null });
});

test.each([
  [
    "an unknown path",
    { method: "GET", path: "/v2/contract/1?a=b" },
    { path: "/v2/contract/1", query: "a=b", endpoint: null, status: 404, errorCode: 404 },
  ],
  [
    "a method that is not allowed",
    { method: "PUT", path: "/v2/contracts" },
    { method: "PUT", endpoint: null, status: 405, errorCode: 405 },
  ],
  [
    "a body that is not JSON",
    { method: "POST", path: "/v2/contracts", body: "{" },
    { endpoint: "createContract", status: 400, errorCode: 400, requestBody: "{" },
  ],
  ["a body with a NUL in it", { method: "POST", path: "/v2/contracts", body: '"a\0b"' }, { status: 400, requestBody: '"a\uFFFDb"' }],
])("a request with %s is recorded too", async (_name, request, expected) => {
  const { key } = (await makePartner()).development;
  const { headers } = await send({ ...request, headers: { key } });
  expect(await findCall(headers.get("x-execution-id") ?? "")).toMatchObject(expected);
});

// rules/call-log.md#record-3
test("a revoked key's calls are recorded in its world for its owner; an unknown key's are not recorded", async () => {
  const { development } = await makePartner();
  await revoke(asStaff(), development.keyId, "leaked");
  const stranger = await refuse(generateKey("development"), listContracts);
  const revoked = await refuse(development.key, listContracts);
  expect(await countAfter(revoked.executionId, stranger.executionId)).toBe(0);
  expect(await findCall(revoked.executionId)).toMatchObject({
    worldId: development.world.id,
    keyId: development.keyId,
    status: 401,
    errorCode: 9002,
  });
});

test(
  "a revoked key cannot write more calls to the log than its rate limit allows",
  withinMinute(async () => {
    const { development, production } = await makePartner({ requestsPerMinute: 2 });
    await revoke(asStaff(), development.keyId, "leaked");
    const ask = async ({ key }: { key: string }, path: string) =>
      (await send({ method: "GET", path, headers: { key } })).headers.get("x-execution-id") ?? "";
    const asked = [
      await ask(development, "/v2/nothing"),
      await ask(development, "/v2/contracts"),
      await ask(development, "/v2/nothing"),
      await ask(development, "/v2/contracts"),
    ];
    await findCall(await ask(production, "/v2/contracts"));
    const rows = await sql`select execution_id from calls where execution_id in ${sql(asked)} order by execution_id`;
    expect(rows.map((row) => row["executionId"] as string)).toEqual(asked.slice(0, 2));
  }),
);

// Next answers such methods itself, before any code of ours is asked.
test.skipIf(inject("door") === "next")("a request with an unknown method is recorded once", async () => {
  const { key, world } = (await makePartner()).development;
  for (const path of ["/v2/nothing", "/v2/contracts"]) {
    const { headers } = await send({ method: "PROPFIND", path, headers: { key } });
    await findCall(headers.get("x-execution-id") ?? "");
  }
  expect(await sql`select from calls where world_id = ${world.id}`).toHaveLength(2);
});

test(
  "calls above the rate limit are recorded",
  withinMinute(async () => {
    const { key } = (await makePartner({ requestsPerMinute: 1 })).development;
    const answers = await Promise.all(Array.from({ length: 3 }, () => refuse(key, listContracts)));
    const rows = await findCalls(answers.map(({ executionId }) => executionId));
    expect(rows.map((row) => row["errorCode"] as number)).toEqual(
      answers.toSorted((one, other) => (one.executionId < other.executionId ? -1 : 1)).map(({ code }) => code),
    );
    expect(rows.some((row) => row["status"] === 429)).toBe(true);
  }),
);

test("concurrent calls are each recorded once", async () => {
  const { key } = (await makePartner()).development;
  const answers = await Promise.all(Array.from({ length: 200 }, () => refuse(key, listContracts)));
  expect(await findCalls(answers.map(({ executionId }) => executionId))).toHaveLength(200);
});

test("a call is recorded under its subject", async () => {
  const { key } = (await makePartner()).development;
  const data = { product_subtype: "electric", brand: "b", model: "m" };
  const made = await call(key, createProduct, { body: { uid: "bike-1", product_type: "bike", title: "Bike", value_excl: 1, data } });
  expect(await findCall(made.executionId)).toMatchObject({ subjectId: made.data?.product_id });
  const deleted = await call(key, deleteProduct, { params: { productId: "bike-1" } });
  expect(await findCall(deleted.executionId)).toMatchObject({ endpoint: "deleteProduct", status: 204, responseBody: null });
});

test("a call with an identifier of thousands of characters is recorded under its beginning, and blocks no other records", async () => {
  const { key } = (await makePartner()).development;
  // A repetitive text would be small in an index.
  const contractId = randomBytes(4000).toString("hex");
  const [long, next] = [await refuse(key, readContract, { params: { contractId } }), await refuse(key, listContracts)];
  expect(long).toMatchObject({ code: 1051 });
  const rows = await findCalls([long.executionId, next.executionId]);
  expect(rows.map((row) => row["subjectId"] as string | null)).toEqual([contractId.slice(0, 128), null]);
});

// rules/access.md#keys-6
test("no key is ever stored, wherever it was sent", async () => {
  const shop = await makeShop();
  const [mine, other] = [shop.key, generateKey("production")];
  const { executionId, text } = await call(shop.key, createContract, {
    body: lcd(shop.uid, { products: [insured(bike, { user_name: mine, note: `${other}!` })] }),
    query: { preview: false, [mine]: other },
  });
  expect(text).toContain(mine);
  const pathed = await send({ method: "GET", path: `/v2/contracts/${mine}`, headers: { key: shop.key } });
  for (const row of await findCalls([executionId, pathed.headers.get("x-execution-id") ?? ""])) {
    const kept = JSON.stringify(row);
    expect(kept).toContain("[removed]");
    for (const key of [mine, other]) expect(kept).not.toContain(key.slice(-20));
  }
});

// rules/call-log.md#record-2
test("bodies are stored up to 16 KiB, with a mark where they were cut", async () => {
  const shop = await makeShop();
  const products = Array.from({ length: 100 }, (_, index) => insured(bike, { user_name: "é€😀".repeat(15), internal_id: String(index) }));
  const body = lcd(shop.uid, { products });
  const { executionId, text } = await call(shop.key, createContract, { body });
  const row = await findCall(executionId);
  for (const [kept, whole] of [
    [row["requestBody"], JSON.stringify(body)],
    [row["responseBody"], text],
  ] as [string, string][]) {
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(keptBytes);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(keptBytes - 100);
    expect(kept.endsWith("…[cut]")).toBe(true);
    expect(whole.startsWith(kept.slice(0, -"…[cut]".length))).toBe(true);
  }
});
