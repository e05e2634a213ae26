import { z } from "zod";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { claim } from "#lib/insurance/claims/schema.ts";
import { contract } from "#lib/insurance/contracts/schema.ts";
import { renewalPayload } from "#lib/insurance/renewals/schema.ts";
import { continuedLimit, defaultLimit, pageStart } from "#lib/platform/lists/paging.ts";
import { wireInstant } from "#lib/platform/wire/wire.ts";

export const eventId = z
  .string()
  .regex(/^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, "must be the id of an event")
  .meta({
    id: "EventId",
    description: "Identifies an event. Webhooks receive it in the header `x-event-id`.",
    examples: ["evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A"],
  });

const eventType = z.enum(eventTypes).meta({ id: "EventType", description: "The type of an event." });

export const event = z
  .object({
    id: eventId,
    event_type: eventType,
    subject: z.string().meta({
      description: "What the event is about: the `cid` of a contract, the `arid` of a renewal, or the `id` of a claim.",
      examples: ["01JD3W7Q8ZK5T9V0XR2M4N6P8A"],
    }),
    created_date: wireInstant.meta({ description: "When it happened." }),
    data: z.union([contract, renewalPayload, claim]).meta({
      description:
        "The state right after the event: the exact bytes of `data` that webhooks received, a `Contract`, an `AutomaticRenewalPayload` or a `ClaimResponse`.",
      // Many generators join the fields of a union in one model, where `created_at` and `createdAt` collide.
      override: ({ jsonSchema }) => {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { type: "object", additionalProperties: true });
      },
    }),
  })
  .meta({ id: "Event", description: "Something that happened to a contract, a renewal or a claim." });
export type WireEvent = z.infer<typeof event>;

export const eventPage = z.object({
  events: z.array(event).meta({ description: "The events, newest first." }),
  has_more: z
    .boolean()
    .meta({ description: "Whether there are more in this direction: newer ones with `after` alone, otherwise older ones." }),
});

const maxWait = 25;

export const eventsQuery = z
  .object({
    after: eventId.optional().meta({ description: "An event: returns the events right after it. The page is still newest first." }),
    before: eventId.optional().meta({ description: "An event: returns the events right before it." }),
    event_type: z.array(eventType).optional().meta({ description: "The type of event. May be sent more than once." }),
    subject: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: "The `cid`, `arid` or claim (`id` or `claimId`) that events are about." }),
    limit: continuedLimit.default(defaultLimit),
    wait: pageStart
      .pipe(z.int().max(maxWait, `must be at most ${maxWait}`))
      .default(0)
      .meta({
        description: `With \`after\`: for how many seconds, up to ${maxWait}, the answer may wait for an event where there is none yet. It comes within a second of the event. Of more than 5 requests that wait at once with one key, the others are answered at once.`,
      }),
  })
  .refine(({ after, wait }) => wait === 0 || after !== undefined, { path: ["wait"], error: "is allowed with `after` only" });
export type EventsQuery = z.output<typeof eventsQuery>;

export const eventParams = z.object({ eventId: z.string().max(64) });

export const historyQuery = z.object({ before: z.string().min(1).max(64).optional() });
