import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { revokeClaimLink } from "#lib/insurance/claim-links/endpoints.ts";
import { revokeOfClaim } from "#lib/insurance/claim-links/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(revokeClaimLink, (ctx, { params }) => revokeOfClaim(ctx, params.id, params.linkId)),
);
