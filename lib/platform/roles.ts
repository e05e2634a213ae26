/**
 * Of a partner's people, `owner` may do everything, `developer` sees the developer space and `member` the insurance; `developer-member` has
 * both roles. The operator's are `administrator` for its staff, `support` for partners and `handler` for claims (rules/authority.md#roles-1,
 * #roles-2). An instance of the release before opens nothing to a role that it does not know.
 */
export const roles = ["owner", "developer", "developer-member", "member", "administrator", "support", "handler"] as const;
export type Role = (typeof roles)[number];

export const partnerRoles = ["owner", "developer", "developer-member", "member"] as const satisfies readonly Role[];
/** Those who see the developer space. */
export const developerRoles = ["owner", "developer", "developer-member"] as const satisfies readonly Role[];
/** Those who see contracts, claims and statements. */
export const memberRoles = ["owner", "developer-member", "member"] as const satisfies readonly Role[];
export const staffRoles = ["administrator", "support", "handler"] as const satisfies readonly Role[];
