import type { Role } from "#lib/platform/roles.ts";

/** The kinds of proposals that wait for a second person, with the role that decides on each (rules/authority.md#second-1). */
export const approverRoles = {
  refund: "handler",
  deduction: "handler",
  priceList: "support",
  priceListWithdrawal: "support",
  payeeAccount: "support",
  payerAccount: "support",
} as const satisfies Record<string, Role>;
export type ApprovalKind = keyof typeof approverRoles;
