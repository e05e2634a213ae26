import { portalFile } from "#lib/api/portal/portal-file.ts";
import { exportEntries } from "#lib/insurance/statements/export.ts";
import { statementFileParams } from "#lib/insurance/statements/schema.ts";

export const POST = portalFile({ for: "member", params: statementFileParams }, (ctx, { month, format }) =>
  exportEntries(ctx, month, format),
);
