import { deliveryParams, replayOneBody } from "#components/deliveries/requests.ts";
import { replay } from "#lib/deliveries/replay.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const POST = portalRoute({ for: "owner", params: deliveryParams, body: replayOneBody }, (ctx, { params, body }) =>
  replay(ctx, params.deliveryId, body.attempts),
);
