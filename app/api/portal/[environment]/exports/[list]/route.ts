import { exportForPartner } from "#lib/exports/export-list.ts";
import { exportBody, partnerExportParams } from "#lib/exports/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const POST = portalRoute(
  { for: "partner", params: partnerExportParams, body: exportBody },
  (ctx, { params: { list }, body: { filters } }) => exportForPartner(ctx, list, filters),
);
