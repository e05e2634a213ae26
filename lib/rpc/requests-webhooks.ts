import { z } from "zod";
import { recovery } from "#lib/delivery/deliveries/schema.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { secretPurposes } from "#lib/delivery/webhooks/schema.ts";
import { eventId } from "#lib/developer/events/schema.ts";
import { givenInstant } from "#lib/platform/wire/wire.ts";

export const webhookParams = z.object({ webhookId: z.string().max(64) });

export const testEventBody = z.strictObject({ eventType: z.enum(eventTypes) });

export const secretBody = z.strictObject({ purpose: z.enum(secretPurposes) });

/** A request that a receiver got: headers by lower-case name, and the body. */
export const receivedRequestBody = z.strictObject({
  headers: z.record(z.string().max(200), z.string().max(4000)),
  body: z.string().max(500_000),
});

/** A recovery as it was counted, and the event to continue after. */
export const recoverBody = recovery.extend({ countedAt: givenInstant, after: eventId.optional() });
