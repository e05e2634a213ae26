import { portalRoute } from "#lib/http/portal.ts";
import { listForPortal, renewalListQuery } from "#lib/renewals/list.ts";

export const GET = portalRoute({ for: "partner", query: renewalListQuery }, (ctx, { query }) => listForPortal(ctx, query));
