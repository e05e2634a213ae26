import { replayBody } from "#components/deliveries/requests.ts";
import { countMatching, replayMatching } from "#lib/deliveries/replay-matching.ts";
import { deliveryFilter } from "#lib/deliveries/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner", query: deliveryFilter }, (ctx, { query }) => countMatching(ctx, query));
export const POST = portalRoute({ for: "owner", body: replayBody }, async (ctx, { body: { filter, countedAt } }) => ({
  replayed: await replayMatching(ctx, filter, countedAt),
}));
