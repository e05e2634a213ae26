import { portalRoute } from "#lib/http/portal.ts";
import { listForPortal } from "#lib/renewals/list-for-portal.ts";
import { renewalListQuery } from "#lib/renewals/schema-portal.ts";

export const GET = portalRoute({ for: "partner", query: renewalListQuery }, (ctx, { query }) => listForPortal(ctx, query));
