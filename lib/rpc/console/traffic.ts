import { z } from "zod";
import {
  deliveryListQuery,
  deliverySummaryQuery,
  list as listDeliveries,
  summarize as summarizeDeliveries,
} from "#lib/delivery/deliveries/list.ts";
import { list as listWebhooks } from "#lib/delivery/webhook-settings/list.ts";
import { groupErrors } from "#lib/developer/calls/list-errors.ts";
import { callListQuery, callSummaryQuery, list as listCalls, summarize as summarizeCalls } from "#lib/developer/calls/list.ts";
import { callParams } from "#lib/developer/calls/schema.ts";
import { listChanges } from "#lib/developer/console/list-changes.ts";
import { bodyKinds, enterWorldToRead, readCallForSupport, revealBodies } from "#lib/developer/console/reveal-bodies.ts";
import {
  eventListQuery,
  eventSummaryQuery,
  listForPortal as listEvents,
  summarize as summarizeEvents,
} from "#lib/developer/events/list-for-portal.ts";
import { environments } from "#lib/platform/environments.ts";
import { reason } from "#lib/platform/wire/reason.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { router, support } from "#lib/rpc/procedures.ts";

const world = z.object({ partnerId: identifier, environment: z.enum(environments) });

/** A partner's traffic as its owners see it, without bodies. */
export const traffic = router({
  calls: support
    .input(callListQuery.extend(world.shape))
    .query(async ({ ctx, input }) => listCalls(await enterWorldToRead(ctx, input), input)),
  callSummary: support
    .input(callSummaryQuery.extend(world.shape))
    .query(async ({ ctx, input }) => summarizeCalls(await enterWorldToRead(ctx, input), input)),
  readCall: support.input(callParams.extend(world.shape)).query(({ ctx, input }) => readCallForSupport(ctx, input)),
  errors: support.input(world).query(async ({ ctx, input }) => groupErrors(await enterWorldToRead(ctx, input))),
  deliveries: support
    .input(deliveryListQuery.extend(world.shape))
    .query(async ({ ctx, input: { partnerId, environment, ...query } }) =>
      listDeliveries(await enterWorldToRead(ctx, { partnerId, environment }), query),
    ),
  deliverySummary: support
    .input(deliverySummaryQuery.extend(world.shape))
    .query(async ({ ctx, input: { partnerId, environment, ...query } }) =>
      summarizeDeliveries(await enterWorldToRead(ctx, { partnerId, environment }), query),
    ),
  events: support
    .input(eventListQuery.extend(world.shape))
    .query(async ({ ctx, input }) => listEvents(await enterWorldToRead(ctx, input), input)),
  eventSummary: support
    .input(eventSummaryQuery.extend(world.shape))
    .query(async ({ ctx, input }) => summarizeEvents(await enterWorldToRead(ctx, input), input)),
  webhooks: support.input(world).query(async ({ ctx, input }) => listWebhooks(await enterWorldToRead(ctx, input))),
  changes: support.input(z.object({ partnerId: identifier })).query(({ ctx, input }) => listChanges(ctx, input.partnerId)),
  // A mutation, so that no cache stores the answer.
  revealBodies: support
    .input(z.object({ ...world.shape, kind: z.enum(bodyKinds), id: identifier, reason }))
    .mutation(({ ctx, input: { reason: why, ...request } }) => revealBodies(ctx, request, why)),
});
