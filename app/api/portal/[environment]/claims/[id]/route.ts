import { readForPortal } from "#lib/claims/read.ts";
import { claimParams } from "#lib/claims/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "partner", params: claimParams }, (ctx, { params }) => readForPortal(ctx, params.id));
