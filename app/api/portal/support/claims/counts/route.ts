import { countQueue } from "#lib/claims/queue.ts";
import { queueCountsQuery } from "#lib/claims/schema-desk.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "staff", query: queueCountsQuery }, (ctx, { query }) => countQueue(ctx, query));
