import { contractParams } from "#components/contracts/requests.ts";
import { readForPortal } from "#lib/contracts/read.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "partner", params: contractParams }, (ctx, { params }) => readForPortal(ctx, params.cid));
