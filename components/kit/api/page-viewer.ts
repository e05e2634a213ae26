import { viewerMeta } from "#lib/account/users/viewer.ts";

const storageKey = "other-viewer";

let viewer: string | undefined;

/** For whom the page was rendered; undefined on pages for everybody. It stays the same until the page is loaded anew, as what the page holds. */
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
