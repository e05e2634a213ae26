import { portalRoute } from "#lib/http/portal.ts";
import { listAttached } from "#lib/renters/list.ts";
import { renterListQuery } from "#lib/renters/schema.ts";

export const GET = portalRoute({ for: "partner", query: renterListQuery }, (ctx, { query }) => listAttached(ctx, query));
