import { expect, test } from "vitest";
import { makePortal } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { insertCalls } from "#lib/developer/calls/calls.fixture.ts";
import { readPlan } from "#lib/developer/overview/read.ts";

test("a plan counts the calls that the rate limit refused, not those above the limit of open contracts", async () => {
  const ctx = await makePortal();
  const at = ctx.realTime;
  const refused = { at, status: 429, errorCode: 99_888 };
  await insertCalls(ctx.world.id, [
    { ...refused, requestBody: null },
    { ...refused, endpoint: "retrieveContracts", method: "GET", requestBody: null },
    refused,
    { at },
  ]);
  expect(await readPlan(ctx)).toMatchObject({ limited: 2 });
});
