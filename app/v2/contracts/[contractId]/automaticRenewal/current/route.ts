import { handle } from "#lib/api/handle.ts";
import { overlapped, route } from "#lib/api/route.ts";
import { amend } from "#lib/insurance/renewals/configure.ts";
import { amendRenewal, readCurrentRenewal } from "#lib/insurance/renewals/endpoints.ts";
import { readCurrent } from "#lib/insurance/renewals/read.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readCurrentRenewal, (ctx, { params }) => readCurrent(ctx, params.contractId)),
  overlapped(handle(amendRenewal, (ctx, { params, body }) => amend(ctx, params.contractId, params.arid, body))),
);
