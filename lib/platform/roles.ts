/**
 * `owner` sees the developer space, `member` everything else of a partner. The operator's are `administrator` for its staff, `support` for
 * partners and `handler` for claims (rules/authority.md#roles-1, #roles-2).
 */
export const roles = ["owner", "member", "administrator", "support", "handler"] as const;
export type Role = (typeof roles)[number];

export const partnerRoles = ["owner", "member"] as const satisfies readonly Role[];
export const staffRoles = ["administrator", "support", "handler"] as const satisfies readonly Role[];
