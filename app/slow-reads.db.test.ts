import postgres from "postgres";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { answerAssistant } from "#app/_mcp/server.ts";
import { POST as exportList } from "#app/api/portal/[environment]/exports/[list]/route.ts";
import { GET as askProcedure } from "#app/api/portal/trpc/[procedure]/route.ts";
import { GET as askApi } from "#app/v2/[[...path]]/route.ts";
import { sql } from "#db/client.ts";
import { makeShop } from "#e2e/crash/shop.ts";
import { countLockWaits } from "#e2e/setup/lock-waits.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import { env } from "#lib/platform/env.ts";

// Files beside it would wait for the lock too.
await useOwnDatabase();

const beside = postgres(env.DATABASE_URL, { max: 1 });
afterAll(() => beside.end());

const origin = "http://covergate.test";
const params = { environment: "development", list: "claims" };

let shop: Awaited<ReturnType<typeof openShop>>;
let handler = "";
beforeAll(async () => {
  shop = await openShop();
  handler = await makeSessionCookie(await makeUser("handler"));
});

/** A partner with three owners. */
async function openShop() {
  const { key, uid, worldId } = await makeShop();
  const [world] = await sql<{ partnerId: string }[]>`select partner_id from worlds where id = ${worldId}`;
  const ownerCookie = async () => makeSessionCookie(await makeUser({ role: "owner", partnerId: world?.partnerId ?? "" }));
  return { key, uid, owners: await Promise.all([ownerCookie(), ownerCookie(), ownerCookie()]) };
}

interface Sent {
  headers: Record<string, string>;
  body?: object;
  signal?: AbortSignal;
}

function requestTo(path: string, { headers, body, signal }: Sent): Request {
  const json = body && { method: "POST", body: JSON.stringify(body) };
  const all = { host: "covergate.test", ...(body && { "content-type": "application/json", origin }), ...headers };
  return new Request(new URL(path, origin), { ...json, headers: all, ...(signal && { signal }) });
}

const ask = (path: string, cookie = "", signal?: AbortSignal) =>
  askProcedure(requestTo(procedureAddress(path, { environment: "development" }), { headers: { cookie }, ...(signal && { signal }) }));

/** A list of claims through each door. */
const doors: Record<string, (signal: AbortSignal) => Promise<Response>> = {
  API: (signal) => askApi(requestTo("/v2/claims", { headers: { key: shop.key }, signal })),
  portal: (signal) => ask("claims.list", shop.owners[0], signal),
  console: async (signal) => askProcedure(requestTo(procedureAddress("console.claims.list", {}), { headers: { cookie: handler }, signal })),
  export: async (signal) => {
    const request = requestTo("/api/portal/development/exports/claims", {
      headers: { cookie: shop.owners[0] ?? "" },
      body: { filters: {} },
    });
    const reader = (await exportList(request, { params })).body?.getReader();
    // A server cancels the stream of a client that is gone.
    signal.addEventListener("abort", () => void reader?.cancel());
    while ((await reader?.read())?.done === false);
    return new Response();
  },
  assistant: (signal) => {
    const headers = { key: shop.key, accept: "application/json, text/event-stream" };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_claims", arguments: {} } };
    return answerAssistant(requestTo("/mcp", { headers, body, signal }));
  },
};

const patience = { timeout: 9_000 };

/** Has every read of claims wait until the test is over, or the returned function is called. */
async function lockClaims(): Promise<() => void> {
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = beside.begin(async (tx) => {
    await tx`lock table claims`;
    locked.resolve();
    await over.promise;
  });
  onTestFinished(async () => {
    over.resolve();
    await holding;
  });
  await locked.promise;
  return over.resolve;
}

test.each(Object.keys(doors))("Postgres works no longer for a slow read of the %s whose client hung up", async (door) => {
  await lockClaims();
  const hangUp = new AbortController();
  const left = doors[door]?.(hangUp.signal);
  await expect.poll(() => countLockWaits(), patience).toBe(1);
  hangUp.abort();
  await left;
  await expect.poll(() => countLockWaits(), patience).toBe(0);
});

test("six slow pages of one partner leave another partner's API and pages as they are", async () => {
  const other = await openShop();
  const release = await lockClaims();
  const slow = [...shop.owners, ...shop.owners].map((cookie) => ask("claims.list", cookie));
  // Two of one world.
  await expect.poll(() => countLockWaits(), patience).toBe(2);
  for (let call = 0; call < 10; call += 1) {
    const request = requestTo(`/v2/contracts?uid=${other.uid}`, { headers: { key: other.key } });
    expect((await askApi(request)).status).toBe(200);
    expect((await ask("renewals.list", other.owners[0])).status).toBe(200);
  }
  expect(await countLockWaits()).toBe(2);
  release();
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});
