import { Readable } from "node:stream";
import { db } from "#db/client.ts";
import { eachInTime } from "#db/request-deadline.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { ConsoleContext, PartnerContext } from "#lib/account/users/contexts.ts";
import { assertRecentlyAuthenticated, assertRecentlyAuthenticatedInProduction } from "#lib/account/users/guards.ts";
import { restrict } from "#lib/account/users/roles.ts";
import { assertStillSignedIn } from "#lib/account/users/sessions.ts";
import { cellOf, headOf } from "#lib/developer/exports/columns.ts";
import type { ExportedList } from "#lib/developer/exports/exported-list.ts";
import { exportsOfPartner } from "#lib/developer/exports/partner-lists.ts";
import type { PartnerListName, SupportListName } from "#lib/developer/exports/schema.ts";
import { exportsOfSupport } from "#lib/developer/exports/support-lists.ts";
import { monthPattern } from "#lib/insurance/statements/rules/months.ts";
import type { Reader } from "#lib/platform/i18n/locales.ts";
import { maxExportRows } from "#lib/platform/lists/row-limits.ts";
import { byteOrderMark, csvLines } from "#lib/platform/text/csv.ts";

type Filters = Record<string, string>;

interface ExportedFile {
  content: Readable;
  mimeType: string;
  disposition: string;
}

export async function exportForPartner(
  ctx: PartnerContext,
  name: PartnerListName,
  filters: Filters,
  reader: Reader,
): Promise<ExportedFile> {
  assertRecentlyAuthenticatedInProduction(ctx, "exportList");
  return exportList(ctx, exportsOfPartner[name], { name, filters, reader, environment: ctx.world.environment });
}

export async function exportForSupport(
  ctx: ConsoleContext,
  name: SupportListName,
  filters: Filters,
  reader: Reader,
): Promise<ExportedFile> {
  assertRecentlyAuthenticated(ctx, "exportList");
  return exportList(ctx, exportsOfSupport[name], { name, filters, reader });
}

async function exportList(
  ctx: PartnerContext | ConsoleContext,
  list: ExportedList,
  { name, filters, reader, environment }: { name: string; filters: Filters; reader: Reader; environment?: string },
): Promise<ExportedFile> {
  restrict(list.for, ctx);
  const read = list.reader(filters);
  const details = { list: name, filters, ...(environment !== undefined && { environment }) };
  await db.transaction((tx) => recordAudit(tx, ctx, { action: "list.exported", subjectId: name, details }));
  const day = ("realTime" in ctx ? ctx.realTime : ctx.now).toISOString().slice(0, 10);
  const month = monthPattern.exec(filters["month"] ?? "")?.[0];
  return {
    content: Readable.from(eachInTime(linesOf(ctx, list, read, reader))),
    mimeType: "text/csv; charset=utf-8",
    disposition: `attachment; filename="covergate-${environment === undefined ? "" : `${environment}-`}${name}-${month ?? day}.csv"`,
  };
}

/** Reads a page at a time, as fast as the file is sent, and only while the reader is signed in. */
async function* linesOf(
  ctx: PartnerContext | ConsoleContext,
  { columns }: Pick<ExportedList, "columns">,
  read: ReturnType<ExportedList["reader"]>,
  reader: Reader,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([columns.map((column) => headOf(column, reader))], reader.language);
  let left = maxExportRows;
  let before: string | undefined;
  do {
    await assertStillSignedIn(ctx);
    const { rows, older } = await read(ctx, before);
    const exported = rows.slice(0, left).map((row) => columns.map((column) => cellOf(column, row, reader)));
    if (exported.length > 0) yield csvLines(exported, reader.language);
    left -= exported.length;
    before = older ?? undefined;
  } while (before !== undefined && left > 0);
}
