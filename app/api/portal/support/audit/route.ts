import { list } from "#lib/audit/list.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { auditListQuery } from "#lib/support/schema.ts";

export const GET = portalRoute({ for: "support", query: auditListQuery }, (ctx, { query }) => list(ctx, query));
