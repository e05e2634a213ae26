import { renewalParams } from "#components/renewals/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { readForPortal } from "#lib/renewals/read.ts";

export const GET = portalRoute({ for: "partner", params: renewalParams }, (ctx, { params }) => readForPortal(ctx, params.arid));
