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

const storageKey = "other-viewer";

let renderedFor: string | undefined;

/** The user for whom the page was rendered; undefined on public pages. It stays the same until the page is reloaded, like its data. */
export function pageViewer(): string | undefined {
  return (renderedFor ??= document.querySelector<HTMLMetaElement>(`meta[name=${viewerMeta}]`)?.content);
}

/** Loads the page anew for the viewer who is signed in now, whom a notice names. */
export function reloadForOther(name: string): void {
  sessionStorage.setItem(storageKey, name);
  location.reload();
}

/** The viewer for whom the page was loaded anew, once. */
export function takeOtherViewer(): string | undefined {
  const name = sessionStorage.getItem(storageKey) ?? undefined;
  sessionStorage.removeItem(storageKey);
  return name;
}
