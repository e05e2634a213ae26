import { openDocumentOfClaim } from "#lib/claims/document.ts";
import { claimDocumentParams } from "#lib/claims/requests.ts";
import { portalFile } from "#lib/http/portal-file.ts";

export const GET = portalFile({ for: "partner", params: claimDocumentParams }, (ctx, { id, documentId }) =>
  openDocumentOfClaim(ctx, id, documentId),
);
