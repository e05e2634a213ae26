import { eventType } from "inngest";
import { z } from "zod";
import { attemptTriggers } from "#lib/deliveries/schema.ts";

/** A delivery has work to do, now or at its next attempt. */
export const deliveryQueued = eventType("covergate/delivery.queued", {
  schema: z.object({ deliveryId: z.string(), webhookId: z.string(), trigger: z.enum(attemptTriggers) }),
});

/** Somebody cancelled a delivery: there is nothing left to wait for. */
export const deliveryCancelled = eventType("covergate/delivery.cancelled", { schema: z.object({ deliveryId: z.string() }) });

/** Inngest's own word that a run was cancelled, with the event that had started it: here, one of `deliver`. */
export const runCancelled = eventType("inngest/function.cancelled", {
  schema: z.object({ event: z.object({ data: deliveryQueued.schema }) }),
});
