import { z } from "zod";
import { recovery } from "#lib/deliveries/schema.ts";
import { eventTypes } from "#lib/events/catalogue.ts";
import { eventId } from "#lib/events/schema.ts";
import { secretPurposes } from "#lib/webhooks/schema.ts";

/** Which webhook a path is about. */
export const webhookParams = z.object({ webhookId: z.string().max(64) });

/** The kind of the event that a webhook is tried out with. */
export const testEventBody = z.strictObject({ eventType: z.enum(eventTypes) });

/** What a signing secret is wanted for. */
export const secretBody = z.strictObject({ purpose: z.enum(secretPurposes) });

/** A request that a receiver got: its headers by their names in lower case, and its body. */
export const receivedRequestBody = z.strictObject({
  headers: z.record(z.string().max(200), z.string().max(4000)),
  body: z.string().max(500_000),
});

/** What to recover, as it was counted, and after which event to go on. */
export const recoverBody = recovery.extend({ countedAt: z.date(), after: eventId.optional() });
