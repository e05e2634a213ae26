import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { deliveryOutcomes, storedDeliveryStatuses } from "#db/schema/enums.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { insertDeliveries } from "#lib/delivery/deliveries/deliveries.fixture.ts";
import type { SampleDelivery, StoredDelivery } from "#lib/delivery/deliveries/deliveries.fixture.ts";
import { list } from "#lib/delivery/deliveries/list.ts";
import { countMatching } from "#lib/delivery/deliveries/replay.ts";
import { shownDeliveryStatuses } from "#lib/delivery/deliveries/schema.ts";
import type { DeliveryFilter, DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { create, remove } from "#lib/delivery/webhook-settings/manage.ts";
import { makePortal, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { cursorAt } from "#lib/platform/lists/list.ts";
import { maxExamined } from "#lib/platform/lists/row-limits.ts";

const hour = 3_600_000;
const types: readonly EventType[] = ["v2.contract.created", "v2.contract.closed", "v2.claim.created"];
/** Possible outcomes of the last attempt by status. */
const answers: Record<DeliveryStatus, readonly (number | string | null)[]> = {
  pending: [null, 500],
  succeeded: [200, 204],
  retrying: [404, 503, "timeout"],
  failed: [302, 404, 500, 599, "dns_failed"],
  cancelled: [null, 503, "timeout", 200],
};

let ctx: OwnerContext;
let stored: StoredDelivery[];
let strangers: StoredDelivery[];
let webhookIds: string[];

beforeAll(async () => {
  ctx = await makePortal();
  const stranger = await makePortal();
  const webhooks = await Promise.all([
    create(ctx, sampleSettings),
    create(ctx, sampleSettings),
    create(ctx, sampleSettings),
    create(stranger, sampleSettings),
  ]);
  webhookIds = webhooks.map(({ id }) => id);
  stored = await insertDeliveries(ctx, samplesFor(webhookIds.slice(0, 3), 360));
  strangers = await insertDeliveries(stranger, samplesFor(webhookIds.slice(3), 40));
});

/** Every status with every answer and type, over several webhooks and three days. */
function samplesFor(ids: readonly string[], count: number): SampleDelivery[] {
  return Array.from({ length: count }, (_none, index) => {
    const status = storedDeliveryStatuses[index % storedDeliveryStatuses.length]!;
    const answer = answers[status][Math.floor(index / 5) % answers[status].length] ?? null;
    return {
      webhookId: ids[Math.floor(index / 7) % ids.length]!,
      eventType: types[Math.floor(index / 11) % types.length]!,
      status,
      leased: index % 3 === 0,
      statusCode: typeof answer === "number" ? answer : null,
      error: typeof answer === "string" ? answer : null,
      subjectId: `cid_${index % 40}`,
      at: new Date(ctx.realTime.getTime() - (index * 72 * hour) / count),
    };
  });
}

/** The expected result of a filter, written naively. */
function fits(delivery: StoredDelivery, { webhookId, status, eventType, response, from, to, search }: DeliveryFilter): boolean {
  const { statusCode, error } = delivery;
  const answered =
    response === undefined ||
    (response === "unsuccessful" && (delivery.status === "retrying" || delivery.status === "failed")) ||
    (delivery.status !== "pending" &&
      (response === "none"
        ? error !== null
        : response.endsWith("xx")
          ? String(statusCode).startsWith(response.charAt(0)) && statusCode !== null
          : String(statusCode) === response));
  return (
    (webhookId === undefined || delivery.webhookId === webhookId) &&
    (status === undefined || delivery.shown === status) &&
    (eventType === undefined || delivery.eventType === eventType) &&
    answered &&
    (from === undefined || delivery.at >= from) &&
    (to === undefined || delivery.at < to) &&
    (search === undefined || [delivery.id, delivery.eventId, delivery.subjectId].includes(search))
  );
}

const newestFirst = (a: StoredDelivery, b: StoredDelivery) => b.at.getTime() - a.at.getTime() || Number(a.id < b.id) - Number(a.id > b.id);
const cursorOf = (delivery: StoredDelivery | undefined) => (delivery === undefined ? null : cursorAt(delivery.at, delivery.id));

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

// Each filter is absent half of the time, so that results are not always empty.
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });
const moments = fc.integer({ min: 0, max: 80 }).map((hours) => new Date(Date.now() - hours * hour));
const filters = (): fc.Arbitrary<DeliveryFilter> =>
  fc.record({
    webhookId: optional(fc.constantFrom(...webhookIds)),
    status: optional(fc.constantFrom(...shownDeliveryStatuses)),
    eventType: optional(fc.constantFrom(...types)),
    response: optional(fc.constantFrom("200", "404", "418", "2xx", "3xx", "4xx", "5xx", "none", "unsuccessful")),
    from: optional(moments),
    to: optional(moments),
    search: optional(
      optional(
        fc.oneof(
          fc.constantFrom("cid_1", "cid_2", "cid_none"),
          fc.constantFrom(...[...stored.slice(0, 60), ...strangers].flatMap(({ id, eventId }) => [id, eventId])),
        ),
      ),
    ),
  });

describe("a list of deliveries", () => {
  test("has only the matching deliveries, newest first, from any cursor in either direction", async () => {
    const places = fc.constantFrom(...stored);
    await fc.assert(
      fc.asyncProperty(filters(), places, fc.integer({ min: 1, max: 100 }), async (filter, place, limit) => {
        const all = stored.filter((delivery) => fits(delivery, filter)).toSorted(newestFirst);
        const [below, above] = [all.filter((each) => newestFirst(each, place) > 0), all.filter((each) => newestFirst(each, place) < 0)];
        const cursor = cursorAt(place.at, place.id);
        const newest = await list(ctx, { ...filter, limit });
        expect(idsOf(newest.rows)).toEqual(idsOf(all.slice(0, limit)));
        expect(newest).toMatchObject({ newer: null, older: all.length > limit ? cursorOf(all[limit - 1]) : null, lookedTo: null });
        const older = await list(ctx, { ...filter, limit, before: cursor });
        expect(idsOf(older.rows)).toEqual(idsOf(below.slice(0, limit)));
        expect(older.older).toBe(below.length > limit ? cursorOf(below[limit - 1]) : null);
        const newer = await list(ctx, { ...filter, limit, after: cursor });
        expect(idsOf(newer.rows)).toEqual(idsOf(above.slice(-limit)));
        expect(newer.newer).toBe(above.length > limit ? cursorOf(above.at(-limit)) : null);
      }),
      { numRuns: 80 },
    );
  });

  test("agrees with the count of replayable deliveries", async () => {
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        const { count, byStatus } = await countMatching(ctx, filter);
        const over = stored.filter((delivery) => fits(delivery, filter) && deliveryOutcomes.some((status) => status === delivery.status));
        expect(count).toBe(over.length);
        expect(byStatus).toEqual(
          Object.fromEntries(deliveryOutcomes.map((status) => [status, over.filter((delivery) => delivery.status === status).length])),
        );
      }),
      { numRuns: 50 },
    );
  });

  test("shows each delivery with its state and subject", async () => {
    const { rows } = await list(ctx, { limit: 200 });
    expect(rows).toHaveLength(200);
    const byId = new Map(stored.map((delivery) => [delivery.id, delivery]));
    for (const { id, status, eventType, subjectId, statusCode, error, createdAt, webhookId, webhookName } of rows) {
      expect({ status, eventType, subjectId, statusCode, error, createdAt, webhookId, webhookName }).toEqual({
        ...pick(byId.get(id)!),
        webhookName: sampleSettings.name,
      });
    }
  });
});

describe("filters without an index", () => {
  const sample: Omit<SampleDelivery, "webhookId" | "at"> = {
    eventType: "v2.contract.created",
    status: "succeeded",
    leased: false,
    statusCode: 200,
    error: null,
    subjectId: "cid_1",
  };

  /** Pages on to the end, and counts the pages before the first hit. */
  async function lookOn(portal: OwnerContext, filter: DeliveryFilter) {
    const first = await list(portal, filter);
    const found = idsOf(first.rows);
    let [page, pages] = [first, 1];
    while (page.older !== null) {
      page = await list(portal, { ...filter, before: page.older });
      found.push(...idsOf(page.rows));
      pages += 1;
    }
    while (page.newer !== null) page = await list(portal, { ...filter, after: page.newer });
    expect(page.newer).toBeNull();
    return { pages, found, first };
  }

  test("examine a bounded number of rows, and the page says how far it looked and continues there", async () => {
    const portal = await makePortal();
    const { id: webhookId } = await create(portal, sampleSettings);
    const at = (index: number) => new Date(portal.realTime.getTime() - index * 50);
    const many = Array.from({ length: maxExamined + 5 }, (_none, index) => ({ ...sample, webhookId, at: at(index) }));
    const inserted = await insertDeliveries(portal, [...many, { ...sample, webhookId, statusCode: 204, at: at(many.length) }]);
    const { pages, found, first } = await lookOn(portal, { response: "204" });
    expect(first.rows).toEqual([]);
    expect(first.lookedTo).toEqual(at(maxExamined - 1));
    expect(found).toEqual([inserted.at(-1)?.id]);
    expect(pages).toBe(2);
    expect((await list(portal, { response: "200" })).lookedTo).toBeNull();
  });

  test("the deliveries about a claim are found by either of its identifiers, in its own world only", async () => {
    const portal = await makePortal();
    const other = await makePortal();
    const { id, claimId } = await insertSampleClaim(portal.world.id);
    for (const one of [portal, other]) {
      const { id: webhookId } = await create(one, sampleSettings);
      await insertDeliveries(one, [
        { ...sample, webhookId, at: one.realTime, subjectId: id },
        { ...sample, webhookId, at: one.realTime },
      ]);
    }
    await indexNow();
    for (const search of [id, claimId ?? "", claimId?.toLowerCase() ?? ""]) {
      expect((await list(portal, { search })).rows).toHaveLength(1);
      expect((await list(other, { search })).rows).toHaveLength(search === id ? 1 : 0);
    }
  });
});

function pick({ shown: status, eventType, subjectId, statusCode, error, at: createdAt, webhookId }: StoredDelivery) {
  return { status, eventType, subjectId, statusCode, error, createdAt, webhookId };
}

test("the deliveries of a deleted webhook stay in the list", async () => {
  const portal = await makePortal();
  const { id } = await create(portal, sampleSettings);
  const sample = {
    webhookId: id,
    eventType: "v2.claim.created",
    status: "failed",
    leased: false,
    statusCode: 500,
    error: null,
    subjectId: "cid_1",
    at: portal.realTime,
  } as const;
  await insertDeliveries(portal, [sample]);
  await remove(portal, id);
  expect((await list(portal, { webhookId: id })).rows).toMatchObject([{ status: "failed", webhookName: sampleSettings.name }]);
});
