import { z } from "zod";
import type { attemptTriggers, deliveryOutcomes, storedDeliveryStatuses } from "#db/schema/enums.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { queryInstant } from "#lib/platform/wire/wire.ts";

export type DeliveryStatus = (typeof storedDeliveryStatuses)[number];

export const shownDeliveryStatuses = ["pending", "delivering", "succeeded", "retrying", "failed", "cancelled"] as const;
export type ShownDeliveryStatus = (typeof shownDeliveryStatuses)[number];

export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

export type AttemptTrigger = (typeof attemptTriggers)[number];

export const deliveryFilter = z
  .strictObject({
    webhookId: z
      .string()
      .max(64)
      .regex(/^\P{Cc}*$/u, "must not contain control characters"),
    status: z.enum(shownDeliveryStatuses),
    eventType: z.enum(eventTypes),
    /** The outcome of the last attempt: a status code, a class of codes, or no answer. `unsuccessful`: failed or retrying. */
    response: z
      .string()
      .regex(/^(?:[1-9]\d\d|[2-5]xx|none|unsuccessful)$/, "must be a status code such as 503, a class such as 5xx, none, or unsuccessful"),
    /** The time of the event, from inclusive and to exclusive. */
    from: queryInstant,
    to: queryInstant,
    /** A delivery, an event, or the contract or claim of events, by identifier. */
    search: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .regex(/^\P{Cc}*$/u, "must not contain control characters"),
  })
  .partial();
export type DeliveryFilter = z.output<typeof deliveryFilter>;

/** The events of a period to send again, all of them or those that the webhook has not received. */
export const recovery = z.strictObject({ what: z.enum(["missed", "all"]), from: queryInstant, to: queryInstant });
export type Recovery = z.output<typeof recovery>;
