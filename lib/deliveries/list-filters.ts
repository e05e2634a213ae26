import type { ShownDeliveryStatus } from "#lib/deliveries/schema.ts";
import { eventTypes } from "#lib/events/catalogue.ts";
import type { Filters } from "#lib/portal-lists.ts";

const shown: Record<ShownDeliveryStatus, true> = {
  pending: true,
  delivering: true,
  succeeded: true,
  retrying: true,
  failed: true,
  cancelled: true,
};

/** Every status that people see of a delivery, in the order of its life. Without zod, for the browser. */
const statusNames = Object.keys(shown) as [ShownDeliveryStatus, ...ShownDeliveryStatus[]];

/** How a list of deliveries can be narrowed. Indexes serve what did not succeed; what did is found on the way through the whole list. */
export const deliveryFilters = {
  /** A delivery, an event, or the contract or claim that events are about, by identifier. */
  search: { kind: "search" },
  status: { kind: "choice", column: "status", values: statusNames, isUnindexed: (status) => status === "succeeded" },
  eventType: { kind: "choice", column: "event_type", values: eventTypes },
  /** The webhook's id. */
  webhookId: { kind: "text", column: "webhook_id" },
  /** What the last attempt brought: a status code, a class of them, or no answer. */
  response: { kind: "text", column: "last_status_code", form: /^(?:[1-9]\d\d|[2-5]xx|none)$/, isUnindexed: true },
  from: { kind: "from", column: "created_at" },
  to: { kind: "to", column: "created_at" },
} as const satisfies Filters;
