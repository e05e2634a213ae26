/** Hours in which a replaced key may go on working (portal.md § Keys). */
export const overlapHours = [0, 1, 24, 168] as const;
export type OverlapHours = (typeof overlapHours)[number];

/** Why the portal is given a key: to show it, or to put it on the clipboard unseen. Both are audited. */
export const revealPurposes = ["reveal", "copy"] as const;
export type RevealPurpose = (typeof revealPurposes)[number];

/** The longest account of what happened to a key, in characters. */
export const longestNote = 2000;

export const keyStates = ["active", "expiring", "expired", "revoked"] as const;
export type KeyState = (typeof keyStates)[number];
