import type { Role } from "#lib/users/schema-roles.ts";

/** What waits for a second person, and the role that decides on it (resolutions.md § 24). */
export const approverRoles = {
  refund: "handler",
  deduction: "handler",
  priceList: "support",
  priceListWithdrawal: "support",
  payeeAccount: "support",
} as const satisfies Record<string, Role>;
export type ApprovalKind = keyof typeof approverRoles;
