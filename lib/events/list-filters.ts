import { eventTypes } from "#lib/events/catalogue.ts";
import type { Filters } from "#lib/portal-lists.ts";

/** How a partner's list of events can be narrowed. */
export const eventFilters = {
  /** A contract, claim, renewal or product that events are about, the call that caused them, or an event, by identifier. */
  search: { kind: "search" },
  eventType: { kind: "choices", column: "event_type", values: eventTypes },
  /** When it happened. */
  from: { kind: "from", column: "created_at" },
  to: { kind: "to", column: "created_at" },
} as const satisfies Filters;
