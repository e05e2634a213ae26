import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { makeInsured } from "#e2e/documents/claims.ts";
import { markedSources } from "#lib/account/worlds/call-sources.ts";
import { acquireNext, addWebhook, attemptOf, readDeliveries, sampleEvent } from "#lib/delivery/deliveries/queue.fixture.ts";
import { recordAttempts } from "#lib/delivery/deliveries/record.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { insertCalls } from "#lib/developer/calls/calls.fixture.ts";
import type { SampleCall } from "#lib/developer/calls/calls.fixture.ts";
import { readinessNames } from "#lib/developer/readiness/catalogue.ts";
import { refreshReadiness, rememberReadiness } from "#lib/developer/readiness/read.ts";
import { createForClaim } from "#lib/insurance/claim-links/create.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

const day = 86_400_000;
const now = new Date();
const before = (days: number) => new Date(now.getTime() - days * day);
let worldId: number;

beforeEach(async () => {
  worldId = (await makePartner()).contexts.development.world.id;
});

const log = (calls: Partial<SampleCall>[], at = before(1)) =>
  insertCalls(
    worldId,
    calls.map((call) => ({ at, ...call })),
  );
const metAt = async (moment = now) => (await refreshReadiness(worldId, moment)).items.filter((state) => state.metAt !== null);
const met = async (moment = now) => (await metAt(moment)).map(({ item }) => item);
const body = (sent: object) => ({ requestBody: JSON.stringify(sent) });

/** A call for each item that a call proves, but for those that need an event, a hundred calls or a delivery. */
const everyProof: Partial<SampleCall>[] = [
  ...["cancelContract", "createProductFromContract", "deleteProductFromContract", "createClaim", "uploadDocuments", "cancelClaim"].map(
    (endpoint) => ({ endpoint }),
  ),
  { endpoint: "getDocument" },
  body({ contract_type: "LCD", options: ["break", "theft"] }),
  body({ contract_type: "LMD", options: ["break", "theft", "company"] }),
  body({ contract_type: "LLD", options: ["break", "theft", "pro", "individual"] }),
  { preview: true },
  { endpoint: "updateContract", ...body({ end_date: "2027-01-01T00:00:00Z" }) },
  { endpoint: "updateAutomaticRenewal", ...body({ rejected: true }) },
  { endpoint: "updateAutomaticRenewal", ...body({ rejected: false }) },
  { endpoint: "submitClaim", status: 400, errorCode: 3004 },
  { endpoint: "updateContract", status: 400, errorCode: 1050 },
  { endpoint: "retrieveContract", status: 400, errorCode: 1051 },
  { endpoint: "retrieveContract", status: 401, errorCode: 9002 },
  { replayOf: "exec_first" },
];
const notByCalls = ["claimSubmitted", "fewRefusals", "webhookFast", "acceptedTwice"];

describe("readiness for production", () => {
  test("is empty in a new world", async () => {
    expect(await refreshReadiness(worldId, now)).toMatchObject({ done: 0, newest: { calls: 0, refused: 0 } });
  });

  // rules/call-log.md#readiness-1
  test("counts the partner's own system only; nothing else proves or refutes anything", async () => {
    for (const source of [...markedSources, "command_line"] as const) {
      const calls = everyProof.map((call) => ({ ...call, source }));
      await log([...calls, ...Array.from({ length: 100 }, () => ({ source, status: 400, errorCode: 1012 }))]);
    }
    expect(await refreshReadiness(worldId, now)).toMatchObject({ done: 0, newest: { calls: 0, refused: 0 } });
    await log(everyProof, before(2));
    expect(await met()).toEqual(readinessNames.filter((item) => !notByCalls.includes(item)));
  });

  // rules/call-log.md#readiness-2
  test("is ticked by calls, each item by its newest proof", async () => {
    await log(everyProof);
    const [newest] = await log([{ endpoint: "getDocument" }], before(0.5));
    const items = await metAt();
    expect(items.map(({ item }) => item)).toEqual(readinessNames.filter((item) => !notByCalls.includes(item)));
    expect(items.find(({ item }) => item === "documentFetched")?.evidence).toEqual({ kind: "call", id: newest?.executionId });
  });

  test("counts what the insured sent by a link that the partner's system made: the call that made it is the evidence", async () => {
    const { ctx, makeClaim } = await makeInsured();
    const [byHand, bySystem] = await insertCalls(ctx.world.id, [
      { at: before(1), endpoint: "createClaimLink", source: "try_it" },
      { at: before(1), endpoint: "createClaimLink" },
    ]);
    const complete = async (executionId: string | undefined) => {
      const claim = await makeClaim();
      const { id } = await createForClaim({ ...ctx, executionId: executionId ?? "", realTime: now }, claim, {});
      await sql`update claim_links set completed_at = ${before(0.5)} where id = ${id}`;
      return { id, claim };
    };
    const provedBy = async () =>
      (await refreshReadiness(ctx.world.id, now)).items.flatMap(({ item, metAt: at, evidence }) =>
        at === null ? [] : [[item, evidence?.id]],
      );
    await complete(byHand?.executionId);
    expect(await provedBy()).toEqual([]);
    const { id, claim } = await complete(bySystem?.executionId);
    expect(await provedBy()).toEqual([["documentsUploaded", bySystem?.executionId]]);
    await transact((tx) =>
      emit(tx, [{ ...sampleEvent(ctx.world.id, {}, "v2.claim.created"), subjectId: claim, executionId: id }], realMoment(before(0.5))),
    );
    expect(await provedBy()).toEqual([
      ["documentsUploaded", bySystem?.executionId],
      ["claimSubmitted", bySystem?.executionId],
    ]);
  });

  test("is ticked where the partner's system sends documents by calls and by links", async () => {
    const { ctx, makeClaim } = await makeInsured();
    const [made, uploaded] = await insertCalls(ctx.world.id, [
      { at: before(2), endpoint: "createClaimLink" },
      { at: before(1), endpoint: "uploadDocuments" },
    ]);
    const { id } = await createForClaim({ ...ctx, executionId: made?.executionId ?? "", realTime: now }, await makeClaim(), {});
    await sql`update claim_links set completed_at = ${before(1.5)} where id = ${id}`;
    const { items } = await refreshReadiness(ctx.world.id, now);
    expect(items.find(({ item }) => item === "documentsUploaded")?.evidence).toEqual({ kind: "call", id: uploaded?.executionId });
  });

  test("is not proved by refused calls, unrelated previews, or another world", async () => {
    await log([
      { ...body({ contract_type: "LCD", options: ["break"] }), status: 400, errorCode: 1009 },
      { endpoint: "cancelContract", preview: true },
      { endpoint: "createClaim", status: 500 },
    ]);
    expect(await met()).toEqual(["preview"]);
    const other = (await makePartner()).contexts.development.world.id;
    expect((await refreshReadiness(other, now)).done).toBe(0);
  });

  // rules/call-log.md#readiness-1
  test("counts for 90 days, though calls are stored for 30: the link to the proof then goes", async () => {
    const calls = await log([{ endpoint: "getDocument" }]);
    expect(await met()).toEqual(["documentFetched"]);
    await sql`delete from calls where execution_id = ${calls[0]?.executionId ?? ""}`;
    const later = await metAt(new Date(now.getTime() + 60 * day));
    expect(later).toMatchObject([{ item: "documentFetched", evidence: null }]);
    expect(await met(new Date(now.getTime() + 90 * day))).toEqual([]);
  });

  test("is recorded by the hourly job, even if nobody opens the page", async () => {
    const calls = await log([{ endpoint: "getDocument" }], before(0.1));
    await sql`insert into call_hours (world_id, hour, duration_class, key_id, calls, errors) values (${worldId}, ${before(0.1)}, 80, '', 1, 0)`;
    await rememberReadiness(now);
    await sql`delete from calls where execution_id = ${calls[0]?.executionId ?? ""}`;
    expect(await met()).toEqual(["documentFetched"]);
  });

  // rules/call-log.md#readiness-3
  test("allows 5 refusals among the newest 100 calls, and is lost with the sixth", async () => {
    const calls = (count: number, status: number) => Array.from({ length: count }, () => ({ endpoint: "retrieveContracts", status }));
    await log(calls(94, 200), before(3));
    await log(calls(5, 400), before(2));
    expect(await met()).not.toContain("fewRefusals");
    await log(calls(1, 200), before(1));
    expect(await met()).toContain("fewRefusals");
    await log(calls(1, 400), before(0.5));
    expect(await met()).not.toContain("fewRefusals");
  });

  // rules/deliveries.md#attempts-6
  // rules/call-log.md#readiness-3
  test("requires 20 deliveries within 2 seconds, and one event that was accepted twice", async () => {
    const webhookId = await addWebhook(worldId);
    const deliver = async (count: number, durationMs: number) => {
      const known = new Set((await readDeliveries(webhookId)).map(({ id }) => id));
      for (let made = 0; made < count; made += 1) await transact((tx) => emit(tx, [sampleEvent(worldId)], realMoment(now)));
      const fresh = (await readDeliveries(webhookId)).filter(({ id }) => !known.has(id));
      for (const { id } of fresh) {
        const leased = await acquireNext("tests", id, new Date());
        await recordAttempts("tests", [attemptOf(leased, { status: "succeeded", nextAttemptAt: null }, { durationMs })], new Date());
      }
    };
    await deliver(19, 100);
    expect(await met()).toEqual([]);
    await deliver(1, 2500);
    expect(await met()).toEqual(["webhookFast"]);
    await deliver(2, 2500);
    expect(await met()).not.toContain("webhookFast");
    const [first] = await readDeliveries(webhookId);
    await sql`update deliveries set attempts = 2 where id = ${first?.id ?? ""}`;
    expect(await met()).not.toContain("acceptedTwice");
    await sql`
      insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms, status_code)
      values (${first?.id ?? ""}, 2, 'replay', now(), 100, 200)`;
    expect((await metAt()).find(({ item }) => item === "acceptedTwice")?.evidence).toEqual({ kind: "delivery", id: first?.id });
    // Later fast deliveries meet the item again.
    await deliver(60, 100);
    expect(await met()).toEqual(["webhookFast", "acceptedTwice"]);
    await sql`delete from deliveries where webhook_id = ${webhookId}`;
    await log([{}]);
    expect(await metAt()).toMatchObject([
      { item: "webhookFast", evidence: { kind: "webhook", id: webhookId } },
      { item: "acceptedTwice", evidence: null },
    ]);
  });
});
