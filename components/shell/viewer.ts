import type { Environment } from "#lib/partners/schema.ts";
import type { SessionUser } from "#lib/users/schema.ts";

/** Who looks, and for a partner's staff through which environment. */
export interface Viewer {
  user: SessionUser;
  environment?: Environment;
}

/** The path that a viewer's pages begin with. */
export function rootOf({ environment }: Viewer): string {
  return `/${environment ?? "support"}`;
}
