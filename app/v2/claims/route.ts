import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { create } from "#lib/insurance/claims/create.ts";
import { createClaim, listClaims } from "#lib/insurance/claims/endpoints.ts";
import { list } from "#lib/insurance/claims/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listClaims, (ctx, { query }) => list(ctx, query)),
  handle(createClaim, (ctx, { body }) => create(ctx, body)),
);
