import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

export const eventFilters = {
  search: { kind: "search" },
  eventType: { kind: "choices", column: "event_type", values: eventTypes },
  from: { kind: "from", column: "created_at" },
  to: { kind: "to", column: "created_at" },
} as const satisfies Filters;
