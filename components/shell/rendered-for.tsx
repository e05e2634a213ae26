import { viewerMeta } from "#lib/users/viewer.ts";

/** Tells the page's requests for whom it was rendered (resolutions.md § 24). */
export function RenderedFor({ viewer }: { viewer: string }) {
  return <meta name={viewerMeta} content={viewer} />;
}
