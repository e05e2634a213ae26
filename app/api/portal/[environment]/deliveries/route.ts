import { deliveryListQuery } from "#components/deliveries/requests.ts";
import { list } from "#lib/deliveries/list.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner", query: deliveryListQuery }, (ctx, { query: { before, after, ...filter } }) =>
  list(ctx, filter, { before, after }),
);
