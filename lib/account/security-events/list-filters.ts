import { securityKinds } from "#lib/account/security-events/schema.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

export const securityFilters = {
  /** A network address or a subject. */
  search: { kind: "search" },
  kind: { kind: "choices", column: "kind", values: securityKinds },
  from: { kind: "from", column: "last_at" },
  to: { kind: "to", column: "last_at" },
} as const satisfies Filters;
