import type { ShownDeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

const visibility: Record<ShownDeliveryStatus, true> = {
  pending: true,
  delivering: true,
  succeeded: true,
  retrying: true,
  failed: true,
  cancelled: true,
};

/** In the order of a delivery's life. This file does without zod, since the browser loads it. */
const statusNames = Object.keys(visibility) as [ShownDeliveryStatus, ...ShownDeliveryStatus[]];

/** Indexes serve unsuccessful deliveries; successful ones are found by reading the whole list. */
export const deliveryFilters = {
  search: { kind: "search" },
  status: { kind: "choice", column: "status", values: statusNames, isUnindexed: (status) => status === "succeeded" },
  eventType: { kind: "choice", column: "event_type", values: eventTypes },
  webhookId: { kind: "text", column: "webhook_id" },
  response: { kind: "text", column: "last_status_code", form: /^(?:[1-9]\d\d|[2-5]xx|none|unsuccessful)$/, isUnindexed: true },
  from: { kind: "from", column: "created_at" },
  to: { kind: "to", column: "created_at" },
} as const satisfies Filters;
