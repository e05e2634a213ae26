import { readForPortal } from "#lib/contracts/read.ts";
import { contractParams } from "#lib/contracts/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "partner", params: contractParams }, (ctx, { params }) => readForPortal(ctx, params.cid));
