import { contractListQuery, listForPortal } from "#lib/contracts/list.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "partner", query: contractListQuery }, (ctx, { query }) => listForPortal(ctx, query));
