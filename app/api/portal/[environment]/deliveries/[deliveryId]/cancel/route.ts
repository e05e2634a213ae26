import { deliveryParams } from "#components/deliveries/requests.ts";
import { cancel } from "#lib/deliveries/cancel-and-retry.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const POST = portalRoute({ for: "owner", params: deliveryParams }, (ctx, { params }) => cancel(ctx, params.deliveryId));
