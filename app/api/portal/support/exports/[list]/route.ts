import { exportForSupport } from "#lib/developer/exports/export-list.ts";
import { exportBody, supportExportParams } from "#lib/developer/exports/schema.ts";
import { portalFile } from "#lib/http/portal-file.ts";

export const POST = portalFile({ for: "staff", params: supportExportParams, body: exportBody }, (ctx, { list }, { filters }, reader) =>
  exportForSupport(ctx, list, filters, reader),
);
