import { beforeAll, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { insertSampleClaim } from "#lib/claims/claims.fixture.ts";
import type { PortalContext } from "#lib/context.ts";
import { insertDeliveries } from "#lib/deliveries/deliveries.fixture.ts";
import type { SampleDelivery } from "#lib/deliveries/deliveries.fixture.ts";
import { idsOf, searchFor } from "#lib/deliveries/filter.ts";
import type { DeliveryFilter } from "#lib/deliveries/schema.ts";
import { create } from "#lib/webhooks/manage.ts";
import { makePortal, sampleSettings } from "#lib/webhooks/webhooks.fixture.ts";

// Whatever other tests hold open would keep the visibility map, and so the plans, from being as they are in quiet.
await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

const count = 20_000;
/** A page and the way to it, for every status; the table alone has twice as many blocks, and walking through it meets each many times. */
const maxBlocks = 500;

let ctx: PortalContext;
let busyId: string;
let quietId: string;
let claimId: string;

/** A busy webhook that succeeds, fails now and then, and has failed for good long ago; a quiet one; and another world as busy. */
beforeAll(async () => {
  ctx = await makePortal();
  const stranger = await makePortal();
  [busyId, quietId] = (await Promise.all([create(ctx, sampleSettings), create(ctx, sampleSettings)])).map(({ id }) => id) as [
    string,
    string,
  ];
  const { id: strangerId } = await create(stranger, sampleSettings);
  const sample = (index: number, webhookId: string): SampleDelivery => ({
    webhookId,
    eventType: index % 50 === 0 ? "v2.claim.created" : "v2.contract.created",
    status: index % 100 === 0 ? "failed" : "succeeded",
    leased: false,
    statusCode: index % 100 === 0 ? 503 : 200,
    error: null,
    subjectId: `cid_${index}`,
    at: new Date(ctx.realTime.getTime() - index * 10_000),
  });
  const ofWorld = Array.from({ length: count }, (_none, index) => sample(index, index === count - 1 ? quietId : busyId));
  const old = { ...sample(count, busyId), status: "cancelled", eventType: "v2.contract.closed", statusCode: null } as const;
  await insertDeliveries(ctx, [...ofWorld, old]);
  const claim = await insertSampleClaim(ctx.world.id);
  claimId = claim.claimId ?? "";
  await insertDeliveries(ctx, [{ ...sample(count + 1, busyId), subjectId: claim.id }]);
  await insertDeliveries(
    stranger,
    Array.from({ length: count }, (_none, index) => sample(index, strangerId)),
  );
  // What autovacuum would come to.
  await sql`vacuum analyze`;
}, 60_000);

const filters: Record<string, () => DeliveryFilter> = {
  "no filter": () => ({}),
  "a status that most have": () => ({ status: "succeeded" }),
  "a status that one has, long ago": () => ({ status: "cancelled" }),
  "a status that none has": () => ({ status: "retrying" }),
  "what is being sent": () => ({ status: "delivering" }),
  "an event type that one has, long ago": () => ({ eventType: "v2.contract.closed" }),
  "an event type that none has": () => ({ eventType: "v2.claim.closed" }),
  "a status of an event type": () => ({ eventType: "v2.claim.created", status: "cancelled" }),
  "a quiet webhook": () => ({ webhookId: quietId }),
  "a status that a quiet webhook has not": () => ({ webhookId: quietId, status: "failed" }),
  "an event type of a busy webhook": () => ({ webhookId: busyId, eventType: "v2.contract.closed" }),
  "a status of an event type of a webhook": () => ({ webhookId: busyId, eventType: "v2.claim.created", status: "cancelled" }),
  "a class of responses": () => ({ response: "5xx" }),
  "a response that none had": () => ({ response: "418" }),
  "a day": () => ({ from: new Date(ctx.realTime.getTime() - 200_000_000), to: new Date(ctx.realTime.getTime() - 190_000_000) }),
  "a contract": () => ({ search: "cid_777" }),
  "a contract that does not exist": () => ({ search: "cid_none" }),
  "a claim by its number": () => ({ search: claimId }),
};

test.each(Object.keys(filters))("a page of %s is read from an index, not walked to", async (name) => {
  const ids = idsOf(searchFor(ctx.world, filters[name]?.() ?? {}, ctx.realTime), { order: "newest", limit: 51 });
  const [row] = await sql<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }[]>`explain (analyze, buffers, format json) ${ids}`;
  const { "Shared Hit Blocks": hit = 0, "Shared Read Blocks": read = 0 } = row?.["QUERY PLAN"][0].Plan ?? {};
  expect(hit + read).toBeLessThan(maxBlocks);
});
