import { serveLink } from "#lib/api/file.ts";
import { route } from "#lib/api/methods.ts";
import { openLink } from "#lib/insurance/claims/upload.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(serveLink("documentId", openLink));
