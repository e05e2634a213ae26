import type { Filters } from "#lib/portal-lists.ts";

/** What is refused for reasons of security, with how many in an hour are no longer usual. */
const alarmingCounts = {
  signInFailed: 50,
  signInLocked: 5,
  keyUnknown: 500,
  keyRevoked: 200,
  csrfRefused: 20,
  pageForbidden: 100,
} as const;
export type SecurityKind = keyof typeof alarmingCounts;
export const securityKinds = Object.keys(alarmingCounts) as [SecurityKind, ...SecurityKind[]];

/** How many of a kind in an hour support is told of. */
export function alarmingCount(kind: SecurityKind): number {
  return alarmingCounts[kind];
}

/** How the list of security events can be narrowed. */
export const securityFilters = {
  /** A network address, or whom it was about. */
  search: { kind: "search" },
  kind: { kind: "choices", column: "kind", values: securityKinds },
  /** When it last happened. */
  from: { kind: "from", column: "last_at" },
  to: { kind: "to", column: "last_at" },
} as const satisfies Filters;
