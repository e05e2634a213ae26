import { serveLink } from "#lib/http/file.ts";
import { route } from "#lib/http/route.ts";
import { openLink } from "#lib/insurance/claims/document.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(serveLink("documentId", openLink));
