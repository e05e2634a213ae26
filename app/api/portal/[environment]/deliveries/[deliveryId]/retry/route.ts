import { deliveryParams, replayOneBody } from "#components/deliveries/requests.ts";
import { retryNow } from "#lib/deliveries/cancel-and-retry.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const POST = portalRoute({ for: "owner", params: deliveryParams, body: replayOneBody }, (ctx, { params, body }) =>
  retryNow(ctx, params.deliveryId, body.attempts),
);
