import { renterParams } from "#components/renters/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { readForPortal } from "#lib/renters/read.ts";

export const GET = portalRoute({ for: "partner", params: renterParams }, (ctx, { params }) => readForPortal(ctx, params.uid));
