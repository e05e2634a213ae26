import { portalRoute } from "#lib/http/portal.ts";
import { list, securityListQuery } from "#lib/security/list.ts";

export const GET = portalRoute({ for: "support", query: securityListQuery }, (ctx, { query }) => list(ctx, query));
