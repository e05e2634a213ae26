import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { listRenewals } from "#lib/insurance/renewals/endpoints.ts";
import { list } from "#lib/insurance/renewals/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listRenewals, (ctx, { params }) => list(ctx, params.contractId)),
);
