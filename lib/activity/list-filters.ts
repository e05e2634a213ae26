import { auditActions } from "#lib/audit/list-filters.ts";
import type { Filters } from "#lib/portal-lists.ts";

/** What the operator's staff alone do; the rest of the audit log's actions are done by a partner's people and keys. */
const staffActions =
  /^(?:claim|contract|demo|partner|tariff)\.|^key\.(?:regenerated|reportClosed|revoked)$|^renter\.(?!attached$)|^user\.(?:changed|invited|linkRenewed)$/;

const activityActions = auditActions.filter((action) => !staffActions.test(action)) as unknown as readonly [string, ...string[]];

/** How the activity of a partner's people can be narrowed. */
export const activityFilters = {
  /** The id of what was acted on. */
  search: { kind: "search", isUnindexed: true },
  action: { kind: "choices", column: "action", values: activityActions },
  /** The id of who acted. */
  person: { kind: "text", column: "actor ->> 'userId'", isUnindexed: true },
  from: { kind: "from", column: "at" },
  to: { kind: "to", column: "at" },
} as const satisfies Filters;
