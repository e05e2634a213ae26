import { and, eq } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import { withoutDeadline, withPatience } from "#db/deadline.ts";
import { statements } from "#db/schema/statements.ts";
import { readFilling } from "#lib/account/worlds/fills.ts";
import { countFigures } from "#lib/insurance/statements/figures.ts";
import { hashEntries } from "#lib/insurance/statements/list-entries.ts";
import { closingOf, monthOf, monthsFrom } from "#lib/insurance/statements/rules/months.ts";
import type { Month } from "#lib/insurance/statements/rules/months.ts";
import { storeTotals } from "#lib/insurance/statements/totals.ts";
import { log } from "#lib/platform/log/log.ts";
import { perProcess } from "#lib/platform/process/reset.ts";
import { momentOf } from "#lib/platform/time/clock.ts";

interface Closing {
  /** Only these; every month of the world otherwise. */
  months?: readonly Month[];
  signal?: AbortSignal | undefined;
}

/** The month of a world's first premium entry; undefined if it has none. */
export async function findFirstMonth(worldId: number): Promise<Month | undefined> {
  const [row] = await sql<[{ first: Date | null }?]>`select min(at) as first from premium_entries where world_id = ${worldId}`;
  const first = row?.first ?? null;
  return first === null ? undefined : monthOf(first);
}

/**
 * Stores the figures of the months that have closed by `now`, the world's time, and are not stored yet; adds their tax to those that a
 * release before has stored. Stops when the signal aborts: a month is stored as a whole or not at all.
 */
export async function closeMonths(worldId: number, now: Date, { months, signal }: Closing = {}): Promise<void> {
  const first = await findFirstMonth(worldId);
  // The demo writes premiums of past months into a world that it fills.
  if (first === undefined || (await readFilling(worldId)) !== null) return;
  const stored = await sql<{ month: Month; hasTax: boolean }[]>`
    select month, figures -> 'totals' -> 'tax' is not null as "hasTax" from statements where world_id = ${worldId}`;
  const closedMonths = new Map(stored.map(({ month, hasTax }) => [month, hasTax]));
  const over = (months ?? monthsFrom(first, monthOf(now))).filter((month) => closingOf(month) <= now && closedMonths.get(month) !== true);
  for (const month of over.toReversed()) {
    if (signal?.aborted === true) return;
    try {
      await (closedMonths.has(month) ? storeTax(worldId, month) : closeMonth(worldId, month, signal));
    } catch (error) {
      if (error === signal?.reason) return;
      throw error;
    }
  }
}

const underWay = perProcess("statementClosings", () => new Map<number, Promise<void>>());

/** Closes a world's months for all who wait, once at a time, and goes on when nobody waits any longer. Never rejects. */
export function closeBeside(worldId: number, now: Date): Promise<void> {
  const known = underWay.get(worldId);
  if (known !== undefined) return known;
  const { promise, resolve } = Promise.withResolvers<void>();
  underWay.set(worldId, promise);
  const close = async () => {
    try {
      await withPatience(() => closeMonths(worldId, now));
    } catch (error) {
      log.error({ worldId, error }, "the statements of a world were not closed; the job tries again");
    }
    underWay.delete(worldId);
    resolve();
  };
  withoutDeadline(() => void close());
  return promise;
}

async function closeMonth(worldId: number, month: Month, signal: AbortSignal | undefined): Promise<void> {
  const [sha256, figures] = [await hashEntries(worldId, month, signal), await countFigures(worldId, month, undefined, { fromFacts: true })];
  // Another instance may have closed it meanwhile, with the same figures.
  await db
    .insert(statements)
    .values({ worldId, month, closedAt: closingOf(month), sha256, figures })
    .onConflictDoNothing();
}

async function storeTax(worldId: number, month: Month): Promise<void> {
  const isIt = and(eq(statements.worldId, worldId), eq(statements.month, month));
  const [stored] = await db.select({ figures: statements.figures }).from(statements).where(isIt);
  if (stored === undefined) return;
  const figures = await countFigures(worldId, month, stored.figures);
  await db.update(statements).set({ figures }).where(isIt);
}

/** Closes the months of every world by its own clock, and stores the totals of its open ones. A job. */
export async function closeStatements(realTime: Date, { signal }: Pick<Closing, "signal"> = {}): Promise<void> {
  const worlds = await sql<{ id: number; offsetMs: string; pausedAt: Date | null; isProduction: boolean }[]>`
    select id, environment = 'production' as "isProduction", clock_offset_ms as "offsetMs", clock_stands_at as "pausedAt" from worlds w
    where emptied_before is null and exists (select from premium_entries p where p.world_id = w.id) order by id`;
  for (const { id, offsetMs, pausedAt, isProduction } of worlds) {
    const { now } = momentOf({ offsetMs: Number(offsetMs), pausedAt }, realTime);
    try {
      await closeMonths(id, now, { signal });
      if (isProduction) await storeTotals(id, now);
    } catch (error) {
      log.error({ worldId: id, error }, "the statements of a world were not closed; the next run tries again");
    }
  }
}
