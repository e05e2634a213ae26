import type { SessionUser } from "#lib/account/users/schema.ts";
import { viewerMeta } from "#lib/account/users/viewer.ts";
import type { Environment } from "#lib/platform/environments.ts";

export interface Viewer {
  user: SessionUser;
  environment?: Environment;
}

/** The path below which a viewer's pages are. */
export function rootOf({ environment }: Pick<Viewer, "environment">): string {
  return `/${environment ?? "support"}`;
}

/** Tells the page's requests for whom it was rendered (rules/authority.md#identity-4). */
export function RenderedFor({ viewer }: { viewer: string }) {
  return <meta name={viewerMeta} content={viewer} />;
}
