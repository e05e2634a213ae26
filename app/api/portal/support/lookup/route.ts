import { portalRoute } from "#lib/http/portal.ts";
import { lookUp } from "#lib/support/look-up.ts";
import { lookUpQuery } from "#lib/support/schema.ts";

export const GET = portalRoute({ for: "staff", query: lookUpQuery }, (ctx, { query: { q } }) => lookUp(ctx, q));
