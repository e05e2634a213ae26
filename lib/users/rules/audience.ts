import { roles } from "#lib/users/schema-roles.ts";
import type { Role } from "#lib/users/schema-roles.ts";

/** Whom a page or a JSON route is for, and the roles that are let in (portal.md). */
export const audiences = {
  signedIn: roles,
  /** A partner's staff. */
  partner: ["owner", "member"],
  /** Those of a partner who see the developer space. */
  owner: ["owner"],
  /** The operator's own. */
  staff: ["support", "handler"],
  support: ["support"],
  handler: ["handler"],
} as const satisfies Record<string, readonly Role[]>;
export type Audience = keyof typeof audiences;
export type PartnerAudience = "partner" | "owner";
export type StaffAudience = "staff" | "support" | "handler";

/** Whether somebody with this role is let in. */
export function isAmong(audience: Audience, role: Role): boolean {
  const allowed: readonly Role[] = audiences[audience];
  return allowed.includes(role);
}
