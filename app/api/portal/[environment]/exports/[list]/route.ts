import { portalFile } from "#lib/api/portal/portal-file.ts";
import { exportForPartner } from "#lib/developer/exports/export-list.ts";
import { exportBody, partnerExportParams } from "#lib/developer/exports/schema.ts";

export const POST = portalFile({ for: "partner", params: partnerExportParams, body: exportBody }, (ctx, { list }, { filters }, reader) =>
  exportForPartner(ctx, list, filters, reader),
);
