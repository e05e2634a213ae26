import { isAmong } from "#lib/account/users/rules/authority.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { Role } from "#lib/platform/roles.ts";

/** True if a user may make and revoke links for the insured in the portal: members in Development, owners in Production too. */
export function mayManageLinks(role: Role, environment: Environment): boolean {
  return environment === "development" ? isAmong("member", role) : isAmong("owner", role);
}
