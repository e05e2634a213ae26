import { viewerMeta } from "#lib/account/users/viewer.ts";

const storageKey = "other-viewer";

let viewer: string | undefined;

/** The user for whom the page was rendered; undefined on public pages. It stays the same until the page is reloaded, like its data. */
export function pageViewer(): string | undefined {
  return (viewer ??= document.querySelector<HTMLMetaElement>(`meta[name=${viewerMeta}]`)?.content);
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
