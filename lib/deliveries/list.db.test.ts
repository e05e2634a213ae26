import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { PortalContext } from "#lib/context.ts";
import { list } from "#lib/deliveries/list.ts";
import { countMatching } from "#lib/deliveries/replay-matching.ts";
import { insertDeliveries } from "#lib/deliveries/sample-deliveries.ts";
import type { SampleDelivery, StoredDelivery } from "#lib/deliveries/sample-deliveries.ts";
import { replayableStatuses, shownDeliveryStatuses, storedDeliveryStatuses } from "#lib/deliveries/schema.ts";
import type { DeliveryFilter, DeliveryStatus } from "#lib/deliveries/schema.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import { create } from "#lib/webhooks/create.ts";
import { remove } from "#lib/webhooks/remove.ts";
import { makePortal, sampleSettings } from "#lib/webhooks/sample-webhooks.ts";

const hour = 3_600_000;
const types: readonly EventType[] = ["v2.contract.created", "v2.contract.closed", "v2.claim.created"];
/** What the last attempt of a delivery in this state may have brought. */
const answers: Record<DeliveryStatus, readonly (number | string | null)[]> = {
  pending: [null, 500],
  succeeded: [200, 204],
  retrying: [404, 503, "timeout"],
  failed: [302, 404, 500, 599, "dns_failed"],
  cancelled: [null, 503, "timeout", 200],
};

let ctx: PortalContext;
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

/** Every status with every answer, of every type, spread over webhooks and three days. */
function samplesFor(ids: readonly string[], count: number): SampleDelivery[] {
  return Array.from({ length: count }, (_none, index) => {
    const status = storedDeliveryStatuses[index % storedDeliveryStatuses.length]!;
    const answer = answers[status][Math.floor(index / 5) % answers[status].length] ?? null;
    return {
      webhookId: ids[Math.floor(index / 7) % ids.length]!,
      eventType: types[Math.floor(index / 11) % types.length]!,
      status,
      claimed: index % 3 === 0,
      statusCode: typeof answer === "number" ? answer : null,
      error: typeof answer === "string" ? answer : null,
      subjectId: `cid_${index % 40}`,
      at: new Date(ctx.now.getTime() - (index * 72 * hour) / count),
    };
  });
}

/** The filter, told in the plainest way. */
function fits(delivery: StoredDelivery, { webhookId, status, eventType, response, from, to, search }: DeliveryFilter): boolean {
  const { statusCode, error } = delivery;
  const answered =
    response === undefined ||
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

const newestFirst = (deliveries: readonly StoredDelivery[]) =>
  deliveries
    .map(({ id }) => id)
    .toSorted()
    .toReversed();

// Half of them are left out, so that many a filter finds something.
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });
const moments = fc.integer({ min: 0, max: 80 }).map((hours) => new Date(Date.now() - hours * hour));
const filters = (): fc.Arbitrary<DeliveryFilter> =>
  fc.record({
    webhookId: optional(fc.constantFrom(...webhookIds)),
    status: optional(fc.constantFrom(...shownDeliveryStatuses)),
    eventType: optional(fc.constantFrom(...types)),
    response: optional(fc.constantFrom("200", "404", "418", "2xx", "3xx", "4xx", "5xx", "none")),
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
  test("has what fits the filter and nothing else, newest first, however long its pages are", async () => {
    await fc.assert(
      fc.asyncProperty(filters(), fc.integer({ min: 9, max: 120 }), async (filter, limit) => {
        const found: string[] = [];
        let before: string | undefined;
        do {
          const { deliveries, next } = await list(ctx, filter, { before, limit });
          found.push(...deliveries.map(({ id }) => id));
          expect(deliveries.length === limit || next === null).toBe(true);
          before = next ?? undefined;
        } while (before !== undefined);
        expect(found).toEqual(newestFirst(stored.filter((delivery) => fits(delivery, filter))));
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  test("and the count of what could be replayed agree", async () => {
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        const { count, byStatus } = await countMatching(ctx, filter);
        const over = stored.filter((delivery) => fits(delivery, filter) && replayableStatuses.some((status) => status === delivery.status));
        expect(count).toBe(over.length);
        expect(byStatus).toEqual(
          Object.fromEntries(replayableStatuses.map((status) => [status, over.filter((delivery) => delivery.status === status).length])),
        );
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test("shows each as it is, with what it is about", async () => {
    const { deliveries } = await list(ctx, {}, { limit: 200 });
    expect(deliveries).toHaveLength(200);
    const byId = new Map(stored.map((delivery) => [delivery.id, delivery]));
    for (const { id, status, eventType, subjectId, statusCode, error, createdAt, webhookId, webhookName } of deliveries) {
      expect({ status, eventType, subjectId, statusCode, error, createdAt, webhookId, webhookName }).toEqual({
        ...pick(byId.get(id)!),
        webhookName: sampleSettings.name,
      });
    }
  });

  test("is never longer than 200, nor shorter than it could be", async () => {
    expect((await list(ctx, {}, { limit: 10_000 })).deliveries).toHaveLength(200);
    expect((await list(ctx, {}, { limit: 0 })).deliveries).toHaveLength(1);
    expect((await list(ctx, {})).deliveries).toHaveLength(50);
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
    claimed: false,
    statusCode: 500,
    error: null,
    subjectId: "cid_1",
    at: portal.now,
  } as const;
  await insertDeliveries(portal, [sample]);
  await remove(portal, id);
  expect((await list(portal, { webhookId: id })).deliveries).toMatchObject([{ status: "failed", webhookName: sampleSettings.name }]);
});
