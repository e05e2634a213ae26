/** Hours in which a replaced key may go on working (portal.md § Keys). */
export const overlapHours = [0, 1, 24, 168] as const;
export type OverlapHours = (typeof overlapHours)[number];
