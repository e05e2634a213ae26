import { portalRoute } from "#lib/http/portal.ts";
import { listForSupport } from "#lib/keys/list.ts";
import { keyListQuery } from "#lib/keys/requests.ts";

export const GET = portalRoute({ for: "support", query: keyListQuery }, (ctx, { query }) => listForSupport(ctx, query));
