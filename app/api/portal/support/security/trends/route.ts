import { portalRoute } from "#lib/http/portal.ts";
import { readTrends } from "#lib/security/trends.ts";

export const GET = portalRoute({ for: "support" }, (ctx) => readTrends(ctx));
