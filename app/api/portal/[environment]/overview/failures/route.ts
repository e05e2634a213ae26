import { portalRoute } from "#lib/http/portal.ts";
import { listFailures } from "#lib/overview/failures.ts";

export const GET = portalRoute({ for: "owner" }, (ctx) => listFailures(ctx));
