import { eventListQuery, listForPortal } from "#lib/events/list-for-portal.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner", query: eventListQuery }, (ctx, { query }) => listForPortal(ctx, query));
