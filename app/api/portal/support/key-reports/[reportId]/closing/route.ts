import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { closeReport } from "#lib/keys/close-report.ts";
import { identifier, revocation } from "#lib/support/schema.ts";

const params = z.object({ reportId: identifier });

export const POST = portalRoute({ for: "support", params, body: revocation }, (ctx, { params: { reportId }, body: { reason } }) =>
  closeReport(ctx, reportId, reason),
);
