import { portalFile } from "#lib/api/portal/portal-file.ts";
import { exportForSupport } from "#lib/developer/exports/export-list.ts";
import { exportBody, supportExportParams } from "#lib/developer/exports/schema.ts";

export const POST = portalFile({ for: "staff", params: supportExportParams, body: exportBody }, (ctx, { list }, { filters }, reader) =>
  exportForSupport(ctx, list, filters, reader),
);
