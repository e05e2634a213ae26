import { z } from "zod";
import { eventTypes } from "#lib/events/catalogue.ts";

/** Which webhook a path is about. */
export const webhookParams = z.object({ webhookId: z.string().max(64) });

/** The kind of the event that a webhook is tried out with. */
export const testEventBody = z.strictObject({ eventType: z.enum(eventTypes) });
