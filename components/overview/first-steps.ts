import type { Milestone } from "#lib/developer/overview/read.ts";
import type { Environment } from "#lib/platform/environments.ts";

const order: Record<Milestone, null> = { call: null, preview: null, contract: null, webhook: null, event: null };

/** The first steps of an integration, in the order in which they are best taken. */
export const milestones = Object.keys(order) as Milestone[];

/** Stands in the first requests for the renter until one is attached. */
export const renterMark = "RENTER_UID";

/** The cookie that remembers that its viewer has hidden an environment's completed first steps. */
export function settledCookie(environment: Environment): string {
  return `covergate-started-${environment}`;
}
