import { z } from "zod";
import { deliveryFilter } from "#lib/deliveries/schema.ts";
import { queryInstant } from "#lib/wire.ts";

/** Which delivery a path is about. */
export const deliveryParams = z.object({ deliveryId: z.string().max(64) });

/** A place in a list: a delivery, or the edge of the moment up to which it was looked through. */
const place = z.string().regex(/^dlv_[0-9A-HJKMNP-TV-Z]{10,26}~?$/, "must be a place in the list");

/** What a list of deliveries asks for: a filter, and where to go on. */
export const deliveryListQuery = deliveryFilter.extend({ before: place.optional(), after: place.optional() });

/** A delivery to replay, as it was seen: with how many attempts. */
export const replayOneBody = z.strictObject({ attempts: z.int().min(0) });

/** What to replay, as it was counted. */
export const replayBody = z.strictObject({
  filter: deliveryFilter,
  countedAt: queryInstant,
});
