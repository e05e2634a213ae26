import { handle } from "#lib/api/handle.ts";
import { overlapped, route } from "#lib/api/route.ts";
import { actOnAll } from "#lib/insurance/renewals/bulk.ts";
import { actOnAllRenewals, listRenewals } from "#lib/insurance/renewals/endpoints.ts";
import { list } from "#lib/insurance/renewals/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(actOnAllRenewals, (ctx, { body }) => actOnAll(ctx, body)),
  overlapped(handle(listRenewals, (ctx, { params }) => list(ctx, params.contractId))),
);
