import { developerRoles, memberRoles, partnerRoles, roles, staffRoles } from "#lib/platform/roles.ts";
import type { Role } from "#lib/platform/roles.ts";

const nowhere = "http://return.invalid";

/** The roles that may use a page or a procedure (rules/authority.md#roles-3). */
export const audiences = {
  signedIn: roles,
  partner: partnerRoles,
  owner: ["owner"],
  developer: developerRoles,
  member: memberRoles,
  operator: staffRoles,
  administrator: ["administrator"],
  staff: ["support", "handler"],
  support: ["support"],
  handler: ["handler"],
} as const satisfies Record<string, readonly Role[]>;
export type Audience = keyof typeof audiences;
export type PartnerAudience = "partner" | "owner" | "developer" | "member";
export type StaffAudience = "operator" | "administrator" | "staff" | "support" | "handler";

export function isAmong(audience: Audience, role: Role): boolean {
  const allowed: readonly Role[] = audiences[audience];
  return allowed.includes(role);
}

/** The path after sign-in: `asked` if it is a path of this site, else `otherwise`. */
export function chooseReturnPath(path: string | null | undefined, otherwise: string): string {
  if (typeof path !== "string" || !path.startsWith("/") || path.length > 2000 || !URL.canParse(path, nowhere)) return otherwise;
  const { origin, pathname, search, hash } = new URL(path, nowhere);
  // Browsers and URL alike drop tabs and turn backslashes into slashes, so the result is checked.
  if (origin !== nowhere || pathname.startsWith("//") || pathname.startsWith("/api/")) return otherwise;
  return pathname + search + hash;
}
