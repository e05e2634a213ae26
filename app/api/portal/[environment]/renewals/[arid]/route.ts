import { portalRoute } from "#lib/http/portal.ts";
import { readForPortal } from "#lib/renewals/read.ts";
import { renewalParams } from "#lib/renewals/schema.ts";

export const GET = portalRoute({ for: "partner", params: renewalParams }, (ctx, { params }) => readForPortal(ctx, params.arid));
