import { activityListQuery, list } from "#lib/activity/list.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner", query: activityListQuery }, (ctx, { query }) => list(ctx, query));
