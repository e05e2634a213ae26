import { Readable } from "node:stream";
import { db } from "#db/client.ts";
import { eachInTime } from "#db/request-deadline.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { assertRecentlyAuthenticatedInProduction } from "#lib/account/users/guards.ts";
import { entriesAsCsv, entriesAsJson } from "#lib/insurance/statements/list-entries.ts";
import { assertMonth } from "#lib/insurance/statements/read.ts";
import type { Month } from "#lib/insurance/statements/rules/months.ts";
import type { StatementFormat } from "#lib/insurance/statements/schema.ts";

const formats = {
  csv: { mimeType: "text/csv; charset=utf-8", write: entriesAsCsv },
  json: { mimeType: "application/json", write: entriesAsJson },
} as const;

interface StatementFile {
  content: Readable;
  mimeType: string;
  disposition: string;
}

/** The premium entries of a month as a file for a person; the CSV of a closed month is byte by byte what its hash is of. */
export async function exportEntries(ctx: PartnerContext, month: Month, format: StatementFormat): Promise<StatementFile> {
  assertRecentlyAuthenticatedInProduction(ctx, "exportList");
  await assertMonth(ctx, month);
  const { id, environment } = ctx.world;
  const details = { list: "statement", month, format, environment };
  await db.transaction((tx) => recordAudit(tx, ctx, { action: "list.exported", subjectId: "statement", details }));
  const { mimeType, write } = formats[format];
  return {
    content: Readable.from(eachInTime(write(id, month))),
    mimeType,
    disposition: `attachment; filename="covergate-${environment}-statement-${month}.${format}"`,
  };
}
