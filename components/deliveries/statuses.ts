import type { ReplayableStatus, ShownDeliveryStatus } from "#lib/delivery/deliveries/schema.ts";

/**
 * Whether nothing more is sent of a delivery in this status, unless somebody replays it (rules/deliveries.md#manual-1). Without zod, for
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

export function isOver(status: ShownDeliveryStatus): status is ReplayableStatus {
  return over[status];
}
