import { portalRoute } from "#lib/http/portal.ts";
import { readForPortal } from "#lib/renters/read.ts";
import { renterParams } from "#lib/renters/schema.ts";

export const GET = portalRoute({ for: "partner", params: renterParams }, (ctx, { params }) => readForPortal(ctx, params.uid));
