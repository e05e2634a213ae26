import { portalRoute } from "#lib/http/portal.ts";
import { readForPortal } from "#lib/readiness/read-for-portal.ts";

export const GET = portalRoute({ for: "owner" }, (ctx) => readForPortal(ctx));
