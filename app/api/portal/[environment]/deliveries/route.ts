import { deliveryListQuery, list } from "#lib/deliveries/list.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner", query: deliveryListQuery }, (ctx, { query }) => list(ctx, query));
