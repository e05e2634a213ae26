import { cancel, update } from "#lib/claims/change.ts";
import { cancelClaim, getClaim, updateClaim } from "#lib/claims/endpoints.ts";
import { read } from "#lib/claims/read.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(getClaim, (ctx, { params }) => read(ctx, params.id)),
  handle(updateClaim, (ctx, { params, body }) => update(ctx, params.id, body)),
  handle(cancelClaim, (ctx, { params, body }) => cancel(ctx, params.id, body)),
);
