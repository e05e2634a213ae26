import { developerRoles, memberRoles, partnerRoles, roles, staffRoles } from "#lib/platform/roles.ts";
import type { Role } from "#lib/platform/roles.ts";

/** The roles that may use a page or a procedure (rules/authority.md#roles-3). */
export const audiences = {
  signedIn: roles,
  partner: partnerRoles,
  /** Keys of Production, the team, money. */
  owner: ["owner"],
  /** Calls, errors, events, webhooks, the sandbox. */
  developer: developerRoles,
  /** Contracts, claims, statements, prices. */
  member: memberRoles,
  operator: staffRoles,
  /** People of the operator, and what a second person approves of them. */
  administrator: ["administrator"],
  staff: ["support", "handler"],
  /** Partners, rental companies, prices. */
  support: ["support"],
  /** Claims, and paying refunds. */
  handler: ["handler"],
} as const satisfies Record<string, readonly Role[]>;
export type Audience = keyof typeof audiences;
export type PartnerAudience = "partner" | "owner" | "developer" | "member";
export type StaffAudience = "operator" | "administrator" | "staff" | "support" | "handler";

export function isAmong(audience: Audience, role: Role): boolean {
  const allowed: readonly Role[] = audiences[audience];
  return allowed.includes(role);
}
