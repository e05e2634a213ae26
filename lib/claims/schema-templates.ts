/** Where a reason is written that the insured or the partner reads. */
export const reasonUses = ["requestDocument", "refuseDocument", "rejectClaim"] as const;
export type ReasonUse = (typeof reasonUses)[number];
