import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { createForClaim } from "#lib/insurance/claim-links/create.ts";
import { createClaimLink, listClaimLinks } from "#lib/insurance/claim-links/endpoints.ts";
import { listOfClaim } from "#lib/insurance/claim-links/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listClaimLinks, (ctx, { params }) => listOfClaim(ctx, params.id)),
  handle(createClaimLink, (ctx, { params, body }) => createForClaim(ctx, params.id, body)),
);
