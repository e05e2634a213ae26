import { z } from "zod";
import { eventTypes } from "#lib/events/catalogue.ts";
import { queryInstant } from "#lib/wire.ts";

/** What is stored of a delivery; `delivering` is derived from its lease (resolutions.md § 9). */
export const storedDeliveryStatuses = ["pending", "succeeded", "retrying", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof storedDeliveryStatuses)[number];

/** What people see of a delivery. */
export const shownDeliveryStatuses = ["pending", "delivering", "succeeded", "retrying", "failed", "cancelled"] as const;
export type ShownDeliveryStatus = (typeof shownDeliveryStatuses)[number];

/** Deliveries that are over: those that can be replayed (resolutions.md § 9). */
export const replayableStatuses = ["succeeded", "failed", "cancelled"] as const satisfies readonly DeliveryStatus[];
export type ReplayableStatus = (typeof replayableStatuses)[number];
/** How a delivery ended. */
export type DeliveryOutcome = ReplayableStatus;

/** Why an attempt was made: by itself, by "Retry now", or as the first of a replay. In the order in which they are sent. */
export const attemptTriggers = ["automatic", "manual", "replay"] as const;
export type AttemptTrigger = (typeof attemptTriggers)[number];

/**
 * What deliveries are looked for by; what is left out does not narrow the search. Read from texts, as the address of a page has them.
 */
export const deliveryFilter = z
  .strictObject({
    webhookId: z
      .string()
      .max(64)
      .regex(/^\P{Cc}*$/u, "must not contain control characters"),
    status: z.enum(shownDeliveryStatuses),
    eventType: z.enum(eventTypes),
    /** What the last attempt brought: a status code, a class of them, or no answer. */
    response: z.string().regex(/^(?:[1-9]\d\d|[2-5]xx|none)$/, "must be a status code such as 503, a class such as 5xx, or none"),
    /** The time of the event: from this moment on, and before this one. */
    from: queryInstant,
    to: queryInstant,
    /** A delivery, an event, or the contract or claim that events are about, by identifier. */
    search: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .regex(/^\P{Cc}*$/u, "must not contain control characters"),
  })
  .partial();
export type DeliveryFilter = z.output<typeof deliveryFilter>;

/** What a webhook is sent anew: the events of a period, all of them or those that it has not received. */
export const recovery = z.strictObject({ what: z.enum(["missed", "all"]), from: queryInstant, to: queryInstant });
export type Recovery = z.output<typeof recovery>;
