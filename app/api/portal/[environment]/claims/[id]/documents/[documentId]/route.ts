import { openDocumentOfClaim } from "#lib/claims/document.ts";
import { claimDocumentParams } from "#lib/claims/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "partner", params: claimDocumentParams }, (ctx, { params: { id, documentId } }) =>
  openDocumentOfClaim(ctx, id, documentId),
);
