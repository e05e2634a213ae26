import { expect, test } from "vitest";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { attempt, sampleSettings, emitSampleEvent } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { listFailures } from "#lib/developer/overview/read.ts";
import { makeCalls } from "#lib/developer/overview/traffic.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

test("the list of failures is empty where nothing failed", async () => {
  const { contexts } = await makePartner();
  const ctx = { ...asPerson(contexts.development, "owner"), ...realMoment(new Date()) };
  await makeCalls(ctx, [{ status: 200 }]);
  expect(await listFailures(ctx)).toEqual({ calls: [], deliveries: [] });
});

test("the five newest failed calls are listed, of every kind, of their own environment only", async () => {
  const { contexts } = await makePartner();
  const ctx = { ...asPerson(contexts.development, "owner"), ...realMoment(new Date()) };
  const made = await makeCalls(ctx, [
    { status: 400, errorCode: 1012 },
    { status: 404, errorCode: 4999, method: "GET", path: "/v2/products/nothing", endpoint: "retrieveProduct" },
    { status: 200 },
    { status: 400, errorCode: 1012 },
    { status: 500, errorCode: 500 },
    { status: 401, errorCode: 9003, preview: true },
    { status: 400, errorCode: 1004 },
  ]);
  await makeCalls({ ...contexts.production, now: ctx.now }, [{ status: 500 }]);
  const failed = made.filter((_id, index) => index !== 2);
  const { calls } = await listFailures(ctx);
  expect(calls.map(({ executionId }) => executionId)).toEqual(failed.toReversed().slice(0, 5));
  expect(calls.at(-1)).toMatchObject({ method: "GET", path: "/v2/products/nothing", status: 404, errorCode: 4999 });
});

test("failed calls of Try it and of recipes are not listed", async () => {
  const { contexts } = await makePartner();
  const ctx = { ...asPerson(contexts.development, "owner"), ...realMoment(new Date()) };
  const [own] = await makeCalls(ctx, [{ status: 500 }, { status: 400, source: "try_it" }, { status: 400, source: "recipe" }]);
  expect((await listFailures(ctx)).calls.map(({ executionId }) => executionId)).toEqual([own]);
});

test("deliveries that failed or are being retried are listed newest first", async () => {
  const { contexts } = await makePartner();
  const ctx = { ...asPerson(contexts.development, "owner"), ...realMoment(new Date()) };
  await createWebhook(ctx, sampleSettings);
  const told: string[] = [];
  for (let age = 7; age > 0; age -= 1) {
    told.push(...(await emitSampleEvent({ ...ctx, ...realMoment(new Date(ctx.now.getTime() - age * 1000)) }, "v2.contract.created")));
  }
  for (const [index, id] of told.entries()) {
    if (index > 0) await attempt(id, ctx.now, index === 6 ? 200 : 503);
  }
  const [, gone = ""] = told;
  for (let tries = 1; tries < 4; tries += 1) await attempt(gone, new Date(ctx.now.getTime() + tries * 3_600_000), 503);
  const { deliveries } = await listFailures(ctx);
  expect(deliveries.map(({ id, status }) => [id, status])).toEqual([
    ...told
      .slice(2, 6)
      .toReversed()
      .map((id) => [id, "retrying"]),
    [gone, "failed"],
  ]);
  expect(deliveries[0]).toMatchObject({ statusCode: 503, webhookName: sampleSettings.name });
  expect(await listFailures({ ...asPerson(contexts.production, "owner"), ...realMoment(ctx.now) })).toEqual({ calls: [], deliveries: [] });
});
