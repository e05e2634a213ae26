import { z } from "zod";
import { reasoned } from "#lib/audit/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { closeReport } from "#lib/keys/reports.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ reportId: identifier });

export const POST = portalRoute({ for: "support", params, body: reasoned }, (ctx, { params: { reportId }, body: { reason } }) =>
  closeReport(ctx, reportId, reason),
);
