/** How long a replaced key may keep working (rules/access.md#keys-8). */
export const overlapHours = [0, 1, 24, 168] as const;
export type OverlapHours = (typeof overlapHours)[number];

/** `copy` puts the key on the clipboard without showing it. Both are audited. */
export const revealPurposes = ["reveal", "copy"] as const;
export type RevealPurpose = (typeof revealPurposes)[number];

/** Named keys of an environment that work, besides its own key (rules/access.md#named-1). */
export const maxNamedKeys = 20;
export const maxKeyNameLength = 60;

export const maxNoteLength = 2000;

export const keyStates = ["active", "expiring", "expired", "revoked"] as const;
export type KeyState = (typeof keyStates)[number];
