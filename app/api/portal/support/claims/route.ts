import { listQueue } from "#lib/claims/queue.ts";
import { queueQuery } from "#lib/claims/schema-desk.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "staff", query: queueQuery }, (ctx, { query }) => listQueue(ctx, query));
