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
