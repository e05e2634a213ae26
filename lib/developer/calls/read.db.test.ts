import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { attempt, makePortal, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { insertCalls, sampleCall } from "#lib/developer/calls/calls.fixture.ts";
import { findNeighbours } from "#lib/developer/calls/list.ts";
import type { CallFilter } from "#lib/developer/calls/list.ts";
import { read } from "#lib/developer/calls/read.ts";
import { flushCalls, recordCall } from "#lib/developer/calls/record.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { keptBytes } from "#lib/platform/log/redact.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

let ctx: OwnerContext;

beforeAll(async () => {
  ctx = await makePortal();
});

async function record(changes: Partial<CallRecord>): Promise<string> {
  const call = sampleCall({
    at: ctx.realTime,
    worldId: ctx.world.id,
    keyId: "key_nobody",
    durationMicros: 4321,
    ip: "192.0.2.7",
    userAgent: "tests",
    ...changes,
  });
  recordCall(call);
  await flushCalls();
  return call.executionId;
}

describe("a call", () => {
  test("links to its replays, and they link to it", async () => {
    const first = await record({});
    const replay = await record({ replayOf: first });
    const { replays } = await read(ctx, first);
    expect(replays.map(({ executionId }) => executionId)).toEqual([replay]);
    expect(await read(ctx, replay)).toMatchObject({ replayOf: first, isReplayedKept: true, replays: [] });
  });

  test("that was refused for its Idempotency-Key links to the call that used the key, in its own world", async () => {
    const key = randomUUID();
    const [first, refused] = [await record({}), await record({ status: 422, errorCode: 422, requestHeaders: [["idempotency-key", key]] })];
    const use = (worldId: number) => sql`
      insert into idempotency_keys (world_id, key, fingerprint, execution_id, status, created_at)
      values (${worldId}, ${key}, 'another request', ${first}, 200, now())`;
    const { worlds } = await makePartner();
    await use(worlds.production.id);
    expect(await read(ctx, refused)).toMatchObject({ keyUsedBy: null });
    await use(ctx.world.id);
    expect(await read(ctx, refused)).toMatchObject({ keyUsedBy: { executionId: first, isKept: true } });
    await sql`delete from calls where execution_id = ${first}`;
    expect(await read(ctx, refused)).toMatchObject({ keyUsedBy: { executionId: first, isKept: false } });
  });

  test("is read as it was made, with the preview of its key", async () => {
    const { worlds, keys } = await makePartner();
    const requestBody = '<script>alert("1")</script>';
    const executionId = await record({
      worldId: worlds.development.id,
      keyId: keys.development.id,
      query: "preview=true",
      requestBody,
      responseBody: '{"status":"error"}',
      subjectId: "a contract",
      status: 400,
      errorCode: 1000,
      preview: true,
    });
    const call = await read({ world: worlds.development, realTime: ctx.realTime }, executionId);
    expect(keys.development.text.startsWith(call.keyPreview ?? "none")).toBe(true);
    expect(call).toEqual({
      executionId,
      at: ctx.realTime,
      keyId: keys.development.id,
      about: null,
      company: null,
      method: "POST",
      path: "/v2/contracts",
      endpoint: "createContract",
      operation: "POST /v2/contracts",
      preview: true,
      status: 400,
      errorCode: 1000,
      durationMs: 4.321,
      query: "preview=true",
      request: { text: requestBody, isCut: false },
      masked: { path: [], query: [], request: [], response: [] },
      response: { text: '{"status":"error"}', isCut: false },
      subjectId: "a contract",
      requestHeaders: null,
      responseHeaders: null,
      keyPreview: expect.stringMatching(/^cg_dev_.{1,8}$/) as string,
      ip: "192.0.2.7",
      userAgent: "tests",
      source: "system",
      replayOf: null,
      isReplayedKept: false,
      keyUsedBy: null,
      replays: [],
      events: [],
      hasMoreEvents: false,
      errors: ["START_IN_PAST"],
    });
  });

  test("says which body the log has cut, and does not mark a short one as cut", async () => {
    const long = await read(ctx, await record({ requestBody: "é".repeat(keptBytes), responseBody: "short …[cut]" }));
    expect(long.request?.isCut).toBe(true);
    expect(long.request?.text).toMatch(/^é+$/);
    expect(long.response).toEqual({ text: "short …[cut]", isCut: false });
  });

  test("lists the events that it caused with their deliveries, and no others", async () => {
    const webhook = await createWebhook(ctx, { ...sampleSettings, eventTypes: ["v2.contract.created"] });
    const executionId = await record({});
    const sampleEvent = (by: string | null, eventType: "v2.contract.created" | "v2.contract.updated") => ({
      worldId: ctx.world.id,
      eventType,
      subjectId: "the contract",
      executionId: by,
      data: eventSamples[eventType],
    });
    await transact((tx) =>
      emit(
        tx,
        [
          sampleEvent(executionId, "v2.contract.created"),
          sampleEvent(executionId, "v2.contract.updated"),
          sampleEvent(null, "v2.contract.created"),
          sampleEvent(newId("exec"), "v2.contract.created"),
        ],
        realMoment(ctx.realTime),
      ),
    );
    const first = await read(ctx, executionId);
    expect(first.events).toMatchObject([
      { eventType: "v2.contract.created", subjectId: "the contract", deliveries: [{ status: "pending", webhookName: webhook.name }] },
      { eventType: "v2.contract.updated", deliveries: [] },
    ]);
    const deliveryId = first.events[0]?.deliveries[0]?.id ?? "";
    await attempt(deliveryId, ctx.realTime);
    expect((await read(ctx, executionId)).events[0]?.deliveries).toMatchObject([{ id: deliveryId, status: "delivering" }]);
    expect((await read(ctx, await record({}))).events).toEqual([]);
  });

  test("that caused many events shows the first of them and says that there are more", async () => {
    const executionId = await record({});
    const happened = Array.from({ length: 25 }, (_none, index) => ({
      worldId: ctx.world.id,
      eventType: "v2.claim.closed" as const,
      subjectId: String(index),
      executionId,
      data: {},
    }));
    await transact((tx) => emit(tx, happened, realMoment(ctx.realTime)));
    const { events, hasMoreEvents } = await read(ctx, executionId);
    expect(events.map(({ subjectId }) => subjectId)).toEqual(happened.slice(0, 20).map(({ subjectId }) => subjectId));
    expect(hasMoreEvents).toBe(true);
  });

  test("is not found in another environment or partner, and neither are its neighbours", async () => {
    const { contexts } = await makePartner();
    const [call] = await insertCalls(contexts.production.world.id, [{ at: ctx.realTime }, { at: ctx.realTime }]);
    const executionId = call?.executionId ?? "";
    expect(await read(contexts.production, executionId)).toMatchObject({ executionId });
    for (const stranger of [contexts.development, ctx]) {
      await expect(read(stranger, executionId)).rejects.toBeInstanceOf(NotFound);
    }
    expect(await findNeighbours(contexts.development, { at: ctx.realTime, executionId }, {})).toEqual({ newer: null, older: null });
    await expect(read(ctx, newId("exec"))).rejects.toBeInstanceOf(NotFound);
  });
});

test("the neighbours of a call are those of the list from which it was opened", async () => {
  const portal = await makePortal();
  const at = (seconds: number) => new Date(portal.realTime.getTime() - seconds * 1000);
  const calls = await insertCalls(portal.world.id, [
    { at: at(5), status: 400, errorCode: 1000 },
    { at: at(4) },
    { at: at(3), status: 400, errorCode: 1000 },
    { at: at(2) },
    { at: at(1), status: 404, errorCode: 4999 },
  ]);
  const [oldest, second, , fourth, newest] = calls.map(({ executionId }) => executionId);
  const beside = (place: number, filter: CallFilter) => findNeighbours(portal, calls[place]!, filter);
  expect(await beside(2, {})).toEqual({ newer: fourth, older: second });
  expect(await beside(2, { status: ["4xx"] })).toEqual({ newer: newest, older: oldest });
  expect(await beside(4, {})).toEqual({ newer: null, older: fourth });
  expect(await beside(0, { errorCode: ["4999"] })).toEqual({ newer: newest, older: null });
});
