import { z } from "zod";
import { parseInstant } from "#lib/dates.ts";
import { deliveryFilter } from "#lib/deliveries/schema.ts";

/** Which delivery a path is about. */
export const deliveryParams = z.object({ deliveryId: z.string().max(64) });

/** What a list of deliveries asks for: a filter, and where to go on. */
export const deliveryListQuery = deliveryFilter.extend({ before: z.string().min(1).max(64).optional() });

/** What to replay, as it was counted. */
export const replayBody = z.strictObject({
  filter: deliveryFilter,
  countedAt: z.string().transform((text, { issues }) => {
    const instant = parseInstant(text);
    if (instant !== undefined) return instant;
    issues.push({ code: "custom", message: "must be an ISO 8601 instant with an offset", input: text });
    return z.NEVER;
  }),
});
