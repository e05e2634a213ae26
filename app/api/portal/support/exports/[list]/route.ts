import { exportForSupport } from "#lib/exports/export-list.ts";
import { exportBody, supportExportParams } from "#lib/exports/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const POST = portalRoute(
  { for: "staff", params: supportExportParams, body: exportBody },
  (ctx, { params: { list }, body: { filters } }) => exportForSupport(ctx, list, filters),
);
