import { z } from "zod";
import { deliveryFilter } from "#lib/delivery/deliveries/schema.ts";
import { givenInstant } from "#lib/platform/wire/wire.ts";

/** The delivery in a path. */
export const deliveryParams = z.object({ deliveryId: z.string().max(64) });

/** A delivery to replay, as it was seen: with how many attempts. */
export const replayOneBody = z.strictObject({ attempts: z.int().min(0) });

/** The deliveries to replay, as they were counted. */
export const replayBody = z.strictObject({
  filter: deliveryFilter,
  countedAt: givenInstant,
});
