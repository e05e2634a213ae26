import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";
import { actOnAll } from "#lib/renewals/bulk.ts";
import { actOnAllRenewals } from "#lib/renewals/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(actOnAllRenewals, (ctx, { body }) => actOnAll(ctx, body)));
