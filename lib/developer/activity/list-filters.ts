import { auditActions } from "#lib/account/audit/list-filters.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

/** Actions of the operator's staff; a partner's people and keys do all others. */
const staffActions =
  /^(?:bodies|(?:claim|contract)(?!\.link)|demo|files|partner|payments|person|secrets|tariff|template)\.|^key\.reportClosed$|^renter\.(?!attached$)|^user\.secondFactorsRemoved$/;

// `filter` forgets that a list is not empty.
const activityActions = auditActions.filter((action) => !staffActions.test(action)) as unknown as readonly [string, ...string[]];

export const activityFilters = {
  search: { kind: "search", isUnindexed: true },
  action: { kind: "choices", column: "action", values: activityActions },
  person: { kind: "text", column: "actor ->> 'userId'", isUnindexed: true },
  from: { kind: "from", column: "at" },
  to: { kind: "to", column: "at" },
} as const satisfies Filters;
