import { openLink } from "#lib/claims/document.ts";
import { serveLink } from "#lib/http/file.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(serveLink("documentId", openLink));
