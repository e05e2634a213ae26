import { portalFile } from "#lib/api/portal/portal-file.ts";
import { claimDocumentParams } from "#lib/insurance/claims/requests.ts";
import { openDocumentOfClaim } from "#lib/insurance/claims/upload.ts";

export const GET = portalFile({ for: "member", params: claimDocumentParams }, (ctx, { id, documentId }) =>
  openDocumentOfClaim(ctx, id, documentId),
);
