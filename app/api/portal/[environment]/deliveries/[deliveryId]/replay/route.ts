import { deliveryParams } from "#components/deliveries/requests.ts";
import { replay } from "#lib/deliveries/replay.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const POST = portalRoute({ for: "owner", params: deliveryParams }, (ctx, { params }) => replay(ctx, params.deliveryId));
