import { z } from "zod";
import type { ConsoleContext, PartnerContext } from "#lib/account/users/contexts.ts";
import { restrict } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { plain } from "#lib/developer/exports/columns.ts";
import type { Column } from "#lib/developer/exports/columns.ts";
import { monthPattern } from "#lib/insurance/statements/rules/months.ts";
import { figures } from "#lib/insurance/statements/schema.ts";
import type { Figures } from "#lib/insurance/statements/schema.ts";
import type { ListPage } from "#lib/platform/lists/portal-lists.ts";

const rowsPerRead = 100;

export interface ExportedList {
  for: keyof ContextOf;
  columns: readonly Column[];
  /** Throws for filters that the list does not have. */
  reader: (
    filters: Record<string, string>,
  ) => (ctx: PartnerContext | ConsoleContext, before: string | undefined) => Promise<ListPage<object>>;
}

type Path<Row> = (keyof Row & string) | `${keyof Row & string}.${string}`;

type Columns<Row> = readonly (Path<NoInfer<Row>> | Column<Path<NoInfer<Row>>>)[];

/** A list with its columns; the name of a path alone is a column of texts or numbers. */
export function exported<For extends keyof ContextOf, Schema extends z.ZodType, Row extends object>(
  audience: For,
  query: Schema,
  list: (ctx: ContextOf[For], query: z.output<Schema>) => Promise<ListPage<Row>>,
  columns: Columns<Row>,
): ExportedList {
  return {
    for: audience,
    columns: columns.map((column) => (typeof column === "string" ? plain(column) : column)),
    reader: (filters) => {
      const toQuery = (before?: string) => query.parse({ ...filters, limit: rowsPerRead, ...(before !== undefined && { before }) });
      toQuery();
      return (ctx, before) => list(restrict(audience, ctx), toQuery(before));
    },
  };
}

/** A list that is read as a whole. */
export function exportedWhole<For extends keyof ContextOf, Schema extends z.ZodType, Row extends object>(
  audience: For,
  query: Schema,
  read: (ctx: ContextOf[For], query: z.output<Schema>) => Promise<Row[]>,
  columns: Columns<Row>,
): ExportedList {
  return exported(audience, query, async (ctx, filters) => ({ rows: await read(ctx, filters), older: null, newer: null }), columns);
}

export const inMonth = z.object({ month: z.string().regex(monthPattern) });
export type InMonth = z.output<typeof inMonth>;
const counted: readonly (keyof Figures)[] = ["contracts_created", "claims_submitted", "loss_ratio"];
/** Headed as the table on the page is. */
export const figureColumns = (Object.keys(figures.shape) as (keyof Figures)[]).map((path) => {
  return { path, head: `statements.figures.${path}`, kind: counted.includes(path) ? "plain" : "euros" } satisfies Column<keyof Figures>;
});
export const monthColumns = ["month", plain("closed", "isClosed"), ...figureColumns] as const;
export const renterColumns = [plain("company_name", "renter"), "uid", ...figureColumns] as const;
export const inRow = <Month extends { totals: Figures }>({ totals, ...month }: Month) => ({ ...month, ...totals });
