/** Security events with their alarming number per hour. */
const alarmingCounts = {
  signInFailed: 50,
  signInLocked: 5,
  keyUnknown: 500,
  keyRevoked: 200,
  linkUnknown: 200,
  csrfRefused: 20,
  pageForbidden: 100,
} as const;
export type SecurityKind = keyof typeof alarmingCounts;
export const securityKinds = Object.keys(alarmingCounts) as [SecurityKind, ...SecurityKind[]];

export function alarmingCount(kind: SecurityKind): number {
  return alarmingCounts[kind];
}
