import { portalFile } from "#lib/api/portal-file.ts";
import { openDocumentOfClaim } from "#lib/insurance/claims/document.ts";
import { claimDocumentParams } from "#lib/insurance/claims/requests.ts";

export const GET = portalFile({ for: "member", params: claimDocumentParams }, (ctx, { id, documentId }) =>
  openDocumentOfClaim(ctx, id, documentId),
);
