import { deliveryParams } from "#components/deliveries/requests.ts";
import { read } from "#lib/deliveries/read.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner", params: deliveryParams }, (ctx, { params }) => read(ctx, params.deliveryId));
