import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { cancel, update } from "#lib/insurance/claims/change.ts";
import { cancelClaim, getClaim, updateClaim } from "#lib/insurance/claims/endpoints.ts";
import { read } from "#lib/insurance/claims/read.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(getClaim, (ctx, { params }) => read(ctx, params.id)),
  handle(updateClaim, (ctx, { params, body }) => update(ctx, params.id, body)),
  handle(cancelClaim, (ctx, { params, body }) => cancel(ctx, params.id, body)),
);
