import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { configure } from "#lib/insurance/renewals/configure.ts";
import { configureRenewal } from "#lib/insurance/renewals/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(configureRenewal, (ctx, { params, body }) => configure(ctx, params.contractId, body)),
);
