import { auditListQuery, list } from "#lib/audit/list.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "support", query: auditListQuery }, (ctx, { query }) => list(ctx, query));
