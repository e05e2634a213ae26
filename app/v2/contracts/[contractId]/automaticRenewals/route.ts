import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";
import { listRenewals } from "#lib/insurance/renewals/endpoints.ts";
import { list } from "#lib/insurance/renewals/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(listRenewals, (ctx, { params }) => list(ctx, params.contractId)),
);
