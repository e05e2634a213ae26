/** `owner` sees the developer space, `member` everything else of a partner; `support` and `handler` are the operator's (portal.md). */
export const roles = ["owner", "member", "support", "handler"] as const;
export type Role = (typeof roles)[number];

export const partnerRoles = ["owner", "member"] as const satisfies readonly Role[];
export const staffRoles = ["support", "handler"] as const satisfies readonly Role[];
