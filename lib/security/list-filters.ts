import type { Filters } from "#lib/portal-lists.ts";
import { securityKinds } from "#lib/security/schema.ts";

/** How the list of security events can be narrowed. */
export const securityFilters = {
  /** A network address, or whom it was about. */
  search: { kind: "search" },
  kind: { kind: "choices", column: "kind", values: securityKinds },
  /** When it last happened. */
  from: { kind: "from", column: "last_at" },
  to: { kind: "to", column: "last_at" },
} as const satisfies Filters;
