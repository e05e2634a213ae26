import { create } from "#lib/claims/create.ts";
import { createClaim, listClaims } from "#lib/claims/endpoints.ts";
import { list } from "#lib/claims/list.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listClaims, (ctx, { query }) => list(ctx, query)),
  handle(createClaim, (ctx, { body }) => create(ctx, body)),
);
