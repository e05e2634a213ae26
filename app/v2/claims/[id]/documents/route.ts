import { uploadDocuments as endpoint } from "#lib/claims/endpoints-documents.ts";
import { uploadDocuments } from "#lib/claims/upload.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(
  handle(endpoint, (ctx, { params, query, body }) => uploadDocuments(ctx, params.id, body, query)),
);
