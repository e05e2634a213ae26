import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { addWebhook, sampleEvent } from "#lib/delivery/deliveries/queue.fixture.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { emit, emitTest } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { insertCalls } from "#lib/developer/calls/calls.fixture.ts";
import { eventListQuery, listForPortal } from "#lib/developer/events/list-for-portal.ts";
import { listKindsMet, readForPortal } from "#lib/developer/events/read-for-portal.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

let ctx: PartnerContext;
let stranger: PartnerContext;
const executionId = newId("exec");
const order: [EventType, string][] = [
  ["v2.contract.created", "CID1"],
  ["v2.contract.updated", "CID1"],
  ["v2.claim.draft.created", "claim_1"],
  ["v2.contract.created", "CID2"],
  ["v2.contract.terminated", "CID2"],
];

/** Five events in a world whose webhook subscribes to creations, and one sample event. */
beforeAll(async () => {
  const partner = await makePartner();
  ctx = asPerson(partner.contexts.development, "owner");
  stranger = asPerson((await makePartner()).contexts.development, "owner");
  const webhookId = await addWebhook(ctx.world.id);
  for (const [eventType, subjectId] of order) {
    const event = {
      ...sampleEvent(ctx.world.id, { of: subjectId }, eventType),
      subjectId,
      executionId: subjectId === "CID2" ? executionId : null,
    };
    await transact((tx) => emit(tx, [event], realMoment(new Date())));
  }
  await transact((tx) => emitTest(tx, { ...sampleEvent(ctx.world.id), subjectId: webhookId }, webhookId, realMoment(new Date())));
});

const list = async (asked: Record<string, string> = {}, as = ctx) => listForPortal(as, eventListQuery.parse(asked));
const namesOf = async (asked: Record<string, string>) => (await list(asked)).rows.map(({ eventType, subject }) => [eventType, subject.id]);
const newestFirst = order.toReversed();

describe("the list of events", () => {
  test("has what happened, newest first, without samples and without other worlds", async () => {
    expect(await namesOf({})).toEqual(newestFirst);
    expect((await list({}, stranger)).rows).toEqual([]);
  });

  test("counts the deliveries of each event, and names its subject", async () => {
    const { rows } = await list({ search: "CID1" });
    expect(rows).toMatchObject([
      { eventType: "v2.contract.updated", deliveries: {}, subject: { kind: "contract", name: "CID1" } },
      { eventType: "v2.contract.created", deliveries: { pending: 1 } },
    ]);
    expect((await list({ eventType: "v2.claim.draft.created" })).rows).toMatchObject([{ subject: { kind: "claim", id: "claim_1" } }]);
  });

  test.each([
    ["kinds", { eventType: "v2.contract.created,v2.contract.terminated" }, [4, 3, 0]],
    ["a subject, in any case", { search: "cid2" }, [4, 3]],
    ["a call", { search: executionId }, [4, 3]],
    ["a kind and a subject", { search: "CID2", eventType: "v2.contract.created" }, [3]],
    ["a time that is over", { to: "2026-01-01T00:00:00Z" }, []],
    ["a time that goes on", { from: "2026-01-01T00:00:00Z" }, [4, 3, 2, 1, 0]],
  ])("is narrowed by %s", async (_name, asked, places) => {
    expect(await namesOf(asked as Record<string, string>)).toEqual(places.map((place) => order[place]));
  });

  test("can be paged in both directions under any filter", async () => {
    for (const asked of [{}, { eventType: order.map(([type]) => type).join(",") }] as Record<string, string>[]) {
      const first = await list({ ...asked, limit: "2" });
      const second = await list({ ...asked, limit: "2", before: first.older ?? "" });
      const third = await list({ ...asked, limit: "2", before: second.older ?? "" });
      const seen = [first, second, third].flatMap(({ rows }) => rows.map(({ eventType, subject }) => [eventType, subject.id]));
      expect(seen).toEqual(newestFirst);
      expect([first.newer, third.older]).toEqual([null, null]);
      const back = await list({ ...asked, limit: "2", after: second.newer ?? "" });
      expect(back.rows).toEqual(first.rows);
    }
  });
});

test("the call that caused an event has a page only while the log keeps it", async () => {
  const keptOf = async () => (await list({ search: "CID2" })).rows.map((event) => [event.executionId, event.isCallKept]);
  expect(await keptOf()).toEqual([
    [executionId, false],
    [executionId, false],
  ]);
  await insertCalls(ctx.world.id, [{ executionId, at: new Date() }]);
  expect(await keptOf()).toEqual([
    [executionId, true],
    [executionId, true],
  ]);
});

describe("an event", () => {
  test("is read with its exact payload and its deliveries with their attempts", async () => {
    const [row] = (await list({ search: "CID1", eventType: "v2.contract.created" })).rows;
    const event = await readForPortal(ctx, row?.id ?? "");
    expect(event.payload).toBe('{"event_type":"v2.contract.created","data":{"of":"CID1"}}');
    expect(event.deliveries).toMatchObject([{ eventId: row?.id, history: [] }]);
    await expect(readForPortal(stranger, row?.id ?? "")).rejects.toThrow(NotFound);
  });

  test("makes its type seen once it has happened in its own world; a sample does not", async () => {
    const met = await listKindsMet(ctx);
    expect(met.map(({ eventType }) => eventType).toSorted()).toEqual([...new Set(order.map(([type]) => type))].toSorted());
    const [newest] = (await list({ eventType: "v2.contract.created" })).rows;
    expect(met.find(({ eventType }) => eventType === "v2.contract.created")?.eventId).toBe(newest?.id);
    expect(await listKindsMet(stranger)).toEqual([]);
  });
});

test("the newest events of a type are found by index, however many others there are", async () => {
  const plan = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    return tx<{ "QUERY PLAN": string }[]>`
      explain select id from events e where world_id = ${ctx.world.id} and event_type = 'v2.contract.created' and not test order by id desc limit 1`;
  });
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toMatch(/world_id_event_type_id_idx/);
});
