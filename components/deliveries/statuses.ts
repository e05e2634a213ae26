import type { DeliveryOutcome, ShownDeliveryStatus } from "#lib/delivery/deliveries/schema.ts";

/**
 * True for statuses in which nothing more is sent, unless somebody replays the delivery (rules/deliveries.md#manual-1). Without zod, for
 * the browser.
 */
const over: Record<ShownDeliveryStatus, boolean> = {
  pending: false,
  delivering: false,
  succeeded: true,
  retrying: false,
  failed: true,
  cancelled: true,
};

/** Every status, in the order of a delivery's life. */
export const statuses = Object.keys(over) as ShownDeliveryStatus[];

export function isOver(status: ShownDeliveryStatus): status is DeliveryOutcome {
  return over[status];
}
