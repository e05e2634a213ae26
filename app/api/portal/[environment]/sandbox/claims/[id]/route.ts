import { insuredClaimParams } from "#components/sandbox/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { readInsurer } from "#lib/sandbox/read-insurer.ts";

export const GET = portalRoute({ for: "partner", params: insuredClaimParams }, (ctx, { params }) => readInsurer(ctx, params.id));
