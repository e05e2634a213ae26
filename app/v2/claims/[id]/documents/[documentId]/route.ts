import { readDocument } from "#lib/claims/document.ts";
import { getDocument } from "#lib/claims/endpoints-documents.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(
  handle(getDocument, (ctx, { params }) => readDocument(ctx, params.claimId, params.documentId)),
);
