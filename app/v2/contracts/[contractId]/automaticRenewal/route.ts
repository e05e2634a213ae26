import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";
import { configure } from "#lib/renewals/configure.ts";
import { configureRenewal } from "#lib/renewals/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(configureRenewal, (ctx, { params, body }) => configure(ctx, params.contractId, body)),
);
