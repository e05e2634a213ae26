import { eventType } from "inngest";
import { z } from "zod";
import { attemptTriggers } from "#db/schema/enums.ts";

/** An attempt of a delivery is to be made, at `dueAt`. */
export const attemptScheduled = eventType("covergate/attempt.scheduled", {
  schema: z.object({ deliveryId: z.string(), webhookId: z.string(), trigger: z.enum(attemptTriggers), dueAt: z.string() }),
});

/** Somebody cancelled a delivery whose next attempt was due then: there is nothing left to wait for. */
export const attemptCancelled = eventType("covergate/attempt.cancelled", {
  schema: z.object({ deliveryId: z.string(), dueAt: z.string() }),
});
