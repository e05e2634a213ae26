import { beforeAll, expect, inject, test } from "vitest";
import { lcd } from "#e2e/api/samples.ts";
import { makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { proceduresWith } from "#e2e/setup/procedures.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";

const environment = "development";

let shop: Shop;
let owner: ReturnType<typeof proceduresWith>;

beforeAll(async () => {
  shop = await makeShop();
  const cookie = await makeSessionCookie(await makeUser({ role: "owner", partnerId: shop.partner.id }));
  owner = proceduresWith(inject("baseUrl"), cookie);
});

/** A call is in the log a moment after its answer. */
const readCall = (executionId: string) => waitFor(() => owner.calls.read.query({ environment, executionId }));

async function sendOwn(headers: Record<string, string>, body?: string): Promise<string> {
  const method = body === undefined ? "GET" : "POST";
  const path = body === undefined ? "/v2/renters" : "/v2/contracts?preview=true";
  const answer = await fetch(new URL(path, inject("baseUrl")), {
    method,
    headers: { key: shop.key, ...headers },
    ...(body !== undefined && { body }),
  });
  return answer.headers.get("x-execution-id") ?? "";
}

test("a call keeps the headers of its request and its response, and none of their secrets", async () => {
  const executionId = await sendOwn({ "x-shop": "north", authorization: "Basic c2VjcmV0", cookie: "session=secret" });
  const { requestHeaders, responseHeaders } = await readCall(executionId);
  const sent = Object.fromEntries((requestHeaders ?? []).map(({ name, value }) => [name, value]));
  expect(sent).toMatchObject({ "x-shop": "north", key: "cg_dev_[removed]", authorization: "[removed]", cookie: "[removed]" });
  expect(JSON.stringify(requestHeaders)).not.toContain(shop.key.slice(12));
  const answered = Object.fromEntries((responseHeaders ?? []).map(({ name, value }) => [name, value]));
  expect(answered).toMatchObject({ "x-execution-id": executionId, "content-type": "application/json; charset=utf-8" });
});

test("a call is sent again as it was, marked as the portal's", async () => {
  const body = JSON.stringify({ ...lcd(shop.uid), contract_type: "unknown" });
  const first = await sendOwn({ "content-type": "application/json" }, body);
  await readCall(first);
  const sent = await owner.calls.sendAgain.mutate({ environment, executionId: first });
  // Its page opens at once.
  const again = await owner.calls.read.query({ environment, executionId: sent.executionId });
  const before = await readCall(first);
  expect(sent.status).toBe(before.status);
  expect(again).toMatchObject({
    source: "try_it",
    path: "/v2/contracts",
    query: "preview=true",
    status: before.status,
    request: before.request,
  });
});

test("a call that the log does not hold whole is not sent again", async () => {
  const secret = await sendOwn({ "content-type": "application/json" }, JSON.stringify({ note: shop.key }));
  const broken = await sendOwn({ "content-type": "application/json" }, "{");
  const long = await sendOwn({ "content-type": "application/json" }, JSON.stringify({ note: "x".repeat(20_000) }));
  for (const executionId of [secret, broken, long]) {
    await readCall(executionId);
    await expect(owner.calls.sendAgain.mutate({ environment, executionId })).rejects.toMatchObject({ data: { key: "callNotWhole" } });
  }
  const production = owner.calls.sendAgain.mutate({ environment: "production", executionId: secret });
  await expect(production).rejects.toMatchObject({ data: { httpStatus: 409 } });
});
