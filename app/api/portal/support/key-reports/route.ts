import { portalRoute } from "#lib/http/portal.ts";
import { listReports } from "#lib/keys/reports.ts";

export const GET = portalRoute({ for: "support" }, (ctx) => listReports(ctx));
