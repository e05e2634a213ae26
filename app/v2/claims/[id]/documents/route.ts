import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { uploadDocument, uploadDocuments } from "#lib/insurance/claims/endpoints-documents.ts";
import { uploadDocuments as upload } from "#lib/insurance/claims/upload.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(
  handle(uploadDocuments, (ctx, { params, query, body }) => upload(ctx, params.id, body, query)),
  handle(uploadDocument, (ctx, { params, query, body }) => upload(ctx, params.id, body, query)),
);
