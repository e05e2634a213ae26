import { Readable } from "node:stream";
import { db } from "#db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { csvLines } from "#lib/exports/csv.ts";
import { exportsOfPartner, exportsOfSupport } from "#lib/exports/lists.ts";
import type { ExportedList } from "#lib/exports/lists.ts";
import type { PartnerListName, SupportListName } from "#lib/exports/schema.ts";
import { maxExportRows } from "#lib/lists/row-limits.ts";
import { eurosFromCents } from "#lib/money.ts";
import type { ConsoleContext, PartnerContext } from "#lib/users/contexts.ts";
import { assertRecentlyAuthenticated, assertRecentlyAuthenticatedInProduction } from "#lib/users/guards.ts";
import { restrict } from "#lib/users/roles.ts";
import { assertStillSignedIn } from "#lib/users/sessions.ts";

type Filters = Record<string, string>;

interface ExportedFile {
  content: Readable;
  mimeType: string;
  disposition: string;
}

export async function exportForPartner(ctx: PartnerContext, name: PartnerListName, filters: Filters): Promise<ExportedFile> {
  assertRecentlyAuthenticatedInProduction(ctx, "exportList");
  return exportList(ctx, exportsOfPartner[name], { name, filters, environment: ctx.world.environment });
}

export async function exportForSupport(ctx: ConsoleContext, name: SupportListName, filters: Filters): Promise<ExportedFile> {
  assertRecentlyAuthenticated(ctx, "exportList");
  return exportList(ctx, exportsOfSupport[name], { name, filters });
}

async function exportList(
  ctx: PartnerContext | ConsoleContext,
  list: ExportedList,
  { name, filters, environment }: { name: string; filters: Filters; environment?: string },
): Promise<ExportedFile> {
  restrict(list.for, ctx);
  const read = list.reader(filters);
  const details = { list: name, filters, ...(environment !== undefined && { environment }) };
  await db.transaction((tx) => recordAudit(tx, ctx, { action: "list.exported", subjectId: name, details }));
  const day = ("realTime" in ctx ? ctx.realTime : ctx.now).toISOString().slice(0, 10);
  return {
    content: Readable.from(linesOf(ctx, list, read)),
    mimeType: "text/csv; charset=utf-8",
    disposition: `attachment; filename="covergate-${environment === undefined ? "" : `${environment}-`}${name}-${day}.csv"`,
  };
}

/** Reads a page at a time, as fast as the file is sent, and only while the reader is signed in. */
async function* linesOf(
  ctx: PartnerContext | ConsoleContext,
  { columns, headings }: Pick<ExportedList, "columns" | "headings">,
  read: ReturnType<ExportedList["reader"]>,
): AsyncGenerator<string> {
  yield csvLines([headings]);
  let left = maxExportRows;
  let before: string | undefined;
  do {
    await assertStillSignedIn(ctx);
    const { rows, older } = await read(ctx, before);
    const exported = rows.slice(0, left).map((row) => columns.map((column) => valueAt(row, column)));
    if (exported.length > 0) yield csvLines(exported);
    left -= exported.length;
    before = older ?? undefined;
  } while (before !== undefined && left > 0);
}

/** A value of the row; amounts are in euros, as in the API. */
function valueAt(row: object, column: string): unknown {
  const value = column.split(".").reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], row);
  return column.endsWith("Cents") && typeof value === "number" ? eurosFromCents(value) : value;
}
