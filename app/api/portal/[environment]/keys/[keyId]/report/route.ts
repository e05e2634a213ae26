import { portalRoute } from "#lib/http/portal.ts";
import { report } from "#lib/keys/reports.ts";
import { keyParams, keyReportForm } from "#lib/keys/requests.ts";

export const POST = portalRoute({ for: "owner", params: keyParams, body: keyReportForm }, (ctx, { params, body }) =>
  report(ctx, params.keyId, body),
);
