import { uploadDocument, uploadDocuments } from "#lib/claims/endpoints-documents.ts";
import { uploadDocuments as upload } from "#lib/claims/upload.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(
  handle(uploadDocuments, (ctx, { params, query, body }) => upload(ctx, params.id, body, query)),
  handle(uploadDocument, (ctx, { params, query, body }) => upload(ctx, params.id, body, query)),
);
