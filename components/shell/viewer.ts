import type { SessionUser } from "#lib/account/users/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";

export interface Viewer {
  user: SessionUser;
  environment?: Environment;
}

/** The path below which a viewer's pages are. */
export function rootOf({ environment }: Pick<Viewer, "environment">): string {
  return `/${environment ?? "support"}`;
}
