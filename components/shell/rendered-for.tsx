import { viewerMeta } from "#lib/account/users/viewer.ts";

/** Tells the page's requests for whom it was rendered (rules/authority.md#identity-4). */
export function RenderedFor({ viewer }: { viewer: string }) {
  return <meta name={viewerMeta} content={viewer} />;
}
