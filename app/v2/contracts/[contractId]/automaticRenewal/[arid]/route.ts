import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { amend } from "#lib/insurance/renewals/configure.ts";
import { amendRenewal, readRenewal } from "#lib/insurance/renewals/endpoints.ts";
import { read } from "#lib/insurance/renewals/read.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readRenewal, (ctx, { params }) => read(ctx, params.contractId, params.arid)),
  handle(amendRenewal, (ctx, { params, body }) => amend(ctx, params.contractId, params.arid, body)),
);
