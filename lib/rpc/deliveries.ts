import { z } from "zod";
import { cancel, retryNow } from "#lib/delivery/deliveries/cancel-and-retry.ts";
import { deliveryListQuery, deliverySummaryQuery, list, summarize } from "#lib/delivery/deliveries/list.ts";
import { read } from "#lib/delivery/deliveries/read.ts";
import { countMatching, replay, replayMatching } from "#lib/delivery/deliveries/replay.ts";
import { deliveryFilter } from "#lib/delivery/deliveries/schema.ts";
import { givenInstant } from "#lib/platform/wire/wire.ts";
import { developer, router } from "#lib/rpc/procedures.ts";

const deliveryParams = z.object({ deliveryId: z.string().max(64) });

/** A delivery to replay, as it was seen: with how many attempts. */
const replayOneBody = z.strictObject({ attempts: z.int().min(0) });

/** The deliveries to replay, as they were counted. */
const replayBody = z.strictObject({
  filter: deliveryFilter,
  countedAt: givenInstant,
});

const asSeen = replayOneBody.extend(deliveryParams.shape);

export const deliveries = router({
  list: developer.input(deliveryListQuery).query(({ ctx, input }) => list(ctx, input)),
  summary: developer.input(deliverySummaryQuery).query(({ ctx, input }) => summarize(ctx, input)),
  read: developer.input(deliveryParams).query(({ ctx, input }) => read(ctx, input.deliveryId)),
  cancel: developer.input(deliveryParams).mutation(({ ctx, input }) => cancel(ctx, input.deliveryId)),
  retry: developer.input(asSeen).mutation(({ ctx, input }) => retryNow(ctx, input.deliveryId, input.attempts)),
  replay: developer.input(asSeen).mutation(({ ctx, input }) => replay(ctx, input.deliveryId, input.attempts)),
  countMatching: developer.input(deliveryFilter).query(({ ctx, input }) => countMatching(ctx, input)),
  replayMatching: developer
    .input(replayBody)
    .mutation(async ({ ctx, input }) => ({ replayed: await replayMatching(ctx, input.filter, input.countedAt) })),
});
