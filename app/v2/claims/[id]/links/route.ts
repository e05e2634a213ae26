import { createForClaim } from "#lib/claim-links/create.ts";
import { createClaimLink, listClaimLinks } from "#lib/claim-links/endpoints.ts";
import { listOfClaim } from "#lib/claim-links/list.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listClaimLinks, (ctx, { params }) => listOfClaim(ctx, params.id)),
  handle(createClaimLink, (ctx, { params, body }) => createForClaim(ctx, params.id, body)),
);
