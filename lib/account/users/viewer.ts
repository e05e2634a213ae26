import type { SessionUser } from "#lib/account/users/schema.ts";

// No imports but types, since the browser loads this file.

/** Set on the requests of a page: the viewer for whom it was rendered. */
export const viewerHeader = "x-covergate-viewer";

/** The element of a page that names its viewer. */
export const viewerMeta = "covergate-viewer";

/** Names a user and their partner, whatever their role. */
export function nameViewer({ id, partner }: Pick<SessionUser, "id" | "partner">): string {
  return partner === null ? id : `${id} ${partner.id}`;
}
