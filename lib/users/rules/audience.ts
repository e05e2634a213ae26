import { roles } from "#lib/users/schema-roles.ts";
import type { Role } from "#lib/users/schema-roles.ts";

/** The roles that may use a page or a procedure (portal.md). */
export const audiences = {
  signedIn: roles,
  partner: ["owner", "member"],
  owner: ["owner"],
  staff: ["support", "handler"],
  support: ["support"],
  handler: ["handler"],
} as const satisfies Record<string, readonly Role[]>;
export type Audience = keyof typeof audiences;
export type PartnerAudience = "partner" | "owner";
export type StaffAudience = "staff" | "support" | "handler";

export function isAmong(audience: Audience, role: Role): boolean {
  const allowed: readonly Role[] = audiences[audience];
  return allowed.includes(role);
}
