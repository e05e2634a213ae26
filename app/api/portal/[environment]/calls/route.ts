import { callListQuery, list } from "#lib/calls/list.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner", query: callListQuery }, (ctx, { query }) => list(ctx, query));
