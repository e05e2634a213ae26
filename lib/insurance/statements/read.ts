import { setTimeout as pause } from "node:timers/promises";
import { and, eq, lte } from "drizzle-orm";
import { db } from "#db/client.ts";
import { statements } from "#db/schema/statements.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { closeBeside, closeMonths, findFirstMonth } from "#lib/insurance/statements/close.ts";
import { countFigures, countRenters, figuresOf, hasTax } from "#lib/insurance/statements/figures.ts";
import { entriesAsCsv } from "#lib/insurance/statements/list-entries.ts";
import { closingOf, isAmongMonths, monthOf, monthsFrom } from "#lib/insurance/statements/rules/months.ts";
import type { Month } from "#lib/insurance/statements/rules/months.ts";
import type { WireStatement, WireStatementSummary } from "#lib/insurance/statements/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { TextFile } from "#lib/platform/wire/endpoint.ts";

export type StatementContext = Pick<ApiContext, "now"> & { world: Pick<ApiContext["world"], "id"> };

/** How long a read waits for months that are being closed. */
const closingMs = 2_000;

/**
 * Every month from that of the world's first premium to the current one, newest first (rules/statements.md#month-4). A month that is over
 * and not closed yet is left out: closing goes on beside the answer, and counting a year of 300,000 contracts takes longer than a request
 * may (rules/statements.md#month-5).
 */
export async function list({ world, now }: StatementContext, budgetMs = closingMs): Promise<WireStatementSummary[]> {
  const first = await findFirstMonth(world.id);
  if (first === undefined) return [];
  if (budgetMs > 0) await Promise.race([closeBeside(world.id, now), pause(budgetMs)]);
  const rows = await db
    .select({ month: statements.month, figures: statements.figures })
    .from(statements)
    .where(and(eq(statements.worldId, world.id), lte(statements.closedAt, now)));
  const closed = new Map(rows.map(({ month, figures }) => [month, figures]));
  const months = monthsFrom(first, monthOf(now));
  const answered = months.filter((month) => closed.has(month) || closingOf(month) > now);
  const counted = await countRenters(answered.filter((month) => !hasTax(closed.get(month))).map((month) => ({ worldId: world.id, month })));
  return answered.map((month) => {
    const { totals } = figuresOf(
      counted.filter((row) => row.month === month),
      closed.get(month),
    );
    return { month, closed: closed.has(month), totals };
  });
}

/** A month's statement: 1090 for one before the world's first premium, to come, or no month at all (rules/statements.md#month-4). */
export async function read(ctx: StatementContext, month: Month, budgetMs = closingMs): Promise<WireStatement> {
  await assertMonth(ctx, month);
  const { world, now } = ctx;
  const isOver = closingOf(month) <= now;
  if (isOver && budgetMs > 0) await closeMonths(world.id, now, { months: [month], signal: AbortSignal.timeout(budgetMs) });
  const stored = isOver ? await findClosed(world.id, month) : undefined;
  const figures = hasTax(stored?.figures) ? stored.figures : await countFigures(world.id, month, stored?.figures);
  const closedAt = stored?.closedAt.toISOString() ?? null;
  return { month, closed: stored !== undefined, closed_at: closedAt, currency: "EUR", sha256: stored?.sha256 ?? null, ...figures };
}

/** The statement, or with `csv` the month's premium entries as a file; 1090 as for `read`. */
export async function readAs(ctx: StatementContext, month: Month, format: "json" | "csv"): Promise<WireStatement | TextFile> {
  if (format === "json") return read(ctx, month);
  await assertMonth(ctx, month);
  return new TextFile("text/csv; charset=utf-8", `statement-${month}.csv`, entriesAsCsv(ctx.world.id, month));
}

/** Throws 1090 for a month without a statement. */
export async function assertMonth({ world, now }: StatementContext, month: Month): Promise<void> {
  const first = await findFirstMonth(world.id);
  if (first === undefined || !isAmongMonths(month, first, monthOf(now))) throw new ApiError("STATEMENT_NOT_FOUND");
}

async function findClosed(worldId: number, month: Month) {
  const [stored] = await db
    .select()
    .from(statements)
    .where(and(eq(statements.worldId, worldId), eq(statements.month, month)));
  return stored;
}
