import { claimListQuery, listForPortal } from "#lib/claims/overview.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "partner", query: claimListQuery }, (ctx, { query }) => listForPortal(ctx, query));
