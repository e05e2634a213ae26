import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { getDocument } from "#lib/insurance/claims/endpoints-documents.ts";
import { readDocument } from "#lib/insurance/claims/upload.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(
  handle(getDocument, (ctx, { params }) => readDocument(ctx, params.claimId, params.documentId)),
);
