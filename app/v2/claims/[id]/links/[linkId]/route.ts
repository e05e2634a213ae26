import { revokeClaimLink } from "#lib/claim-links/endpoints.ts";
import { revokeOfClaim } from "#lib/claim-links/list.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(revokeClaimLink, (ctx, { params }) => revokeOfClaim(ctx, params.id, params.linkId)),
);
