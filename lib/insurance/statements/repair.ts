import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { partsStatement } from "#db/constant-statement.ts";
import { isTransient } from "#db/driver.ts";
import { ledgerChecks } from "#db/schema/statements.ts";
import { insertEntries } from "#lib/insurance/contracts/ledger.ts";
import type { PremiumKind } from "#lib/insurance/contracts/rules/pricing.ts";
import { counts, findMismatches } from "#lib/insurance/statements/verify.ts";
import { log } from "#lib/platform/log/log.ts";

export type LedgerCheck = typeof ledgerChecks.$inferSelect;

interface RepairOptions {
  signal?: AbortSignal | undefined;
  /** Begins a pass now, unless one is under way. */
  isDue?: boolean;
}

/** From the start of a pass to that of the next, a little less than a day. */
const restMs = 23 * 3_600_000;
const onlyRow = 1;
const limit = 10;

/**
 * Compares the premium ledger of every contract with its price once a day, and writes the entries that are missing
 * (rules/statements.md#ledger-5). Instances share one pass, which goes on where the last batch stopped. Rejects while contracts could not
 * be repaired. A job.
 */
export async function repairLedger(now: Date, { signal, isDue = false }: RepairOptions = {}): Promise<LedgerCheck | undefined> {
  const fresh = { startedAt: now, finishedAt: null, after: "", repaired: 0, unrepaired: 0 };
  await db
    .insert(ledgerChecks)
    .values({ id: onlyRow, ...fresh, mismatches: null })
    .onConflictDoNothing();
  let check: LedgerCheck | undefined;
  for (let isFirst = true; signal?.aborted !== true; isFirst = false) {
    const begins = isFirst && isDue;
    check = await db.transaction(async (tx) => {
      // Another instance may be at it.
      const [row] = await tx
        .select()
        .from(ledgerChecks)
        .for("update", begins ? {} : { skipLocked: true });
      if (row === undefined) return undefined;
      if (row.finishedAt === null) return continuePass(tx, row, now);
      const rests = !begins && now.getTime() - row.startedAt.getTime() < restMs;
      return rests ? row : continuePass(tx, { ...row, ...fresh }, now);
    });
    if (check === undefined || check.finishedAt !== null) break;
  }
  if (check !== undefined && (check.mismatches ?? 0) > 0) {
    throw new Error(`the premium entries of ${check.mismatches} contracts do not add up to their prices`);
  }
  return check;
}

/** How the last pass went; undefined before the first. */
export async function readLedgerCheck(): Promise<LedgerCheck | undefined> {
  const [row] = await db.select().from(ledgerChecks);
  return row;
}

async function continuePass(tx: Transaction, row: LedgerCheck, now: Date): Promise<LedgerCheck> {
  const { last, cids } = await findMismatches(tx, row.after);
  const failed = cids.length === 0 ? [] : await repairAll(tx, cids, now);
  if (cids.length > 0) log.warn({ count: cids.length, cids: cids.slice(0, limit) }, "premium entries of contracts were missing");
  if (failed.length > 0) log.error({ count: failed.length, cids: failed.slice(0, limit) }, "premium entries could not be repaired");
  const unrepaired = row.unrepaired + failed.length;
  const next = {
    ...row,
    after: last ?? row.after,
    repaired: row.repaired + cids.length - failed.length,
    unrepaired,
    ...(last === null && { finishedAt: now, mismatches: unrepaired }),
  };
  await tx.update(ledgerChecks).set(next).where(eq(ledgerChecks.id, row.id));
  return next;
}

/** Repairs contracts together, or one by one where that fails; returns those that fail alone. */
async function repairAll(tx: Transaction, cids: readonly string[], now: Date): Promise<string[]> {
  try {
    await tx.transaction((inner) => repairContracts(inner, cids, now));
    return [];
  } catch (error) {
    // Not the fault of a contract.
    if (isTransient(error)) throw error;
    const [cid] = cids;
    if (cids.length === 1 && cid !== undefined) {
      log.error({ cid, error }, "the premium entries of a contract could not be written");
      return [cid];
    }
  }
  const failed: string[] = [];
  for (const cid of cids) failed.push(...(await repairAll(tx, [cid], now)));
  return failed;
}

/** Writes the missing entries of each product up to its price. Contracts are locked, as for any change. */
async function repairContracts(tx: Transaction, cids: readonly string[], now: Date): Promise<void> {
  const named = sql`c.cid = any(${sql.param([...cids])}::text[])`;
  await tx.execute(sql`select from contracts c where ${named} order by c.cid for no key update`);
  const rows = await tx.execute<{
    worldId: number;
    at: Date;
    uid: string;
    cid: string;
    cpid: string;
    kind: PremiumKind;
    amountCents: string;
    happenedAt: Date;
  }>(sql`
    select c.world_id, coalesce(w.clock_stands_at, ${now.toISOString()}::timestamptz + w.clock_offset_ms * interval '1 millisecond') as at,
      c.uid, c.cid, d.cpid, case when d.charged then 'amended' else 'created' end as kind, d.amount_cents,
      case when d.charged then c.updated_at when d.start_date > c.start_date then least(d.start_date, c.updated_at) else c.created_at end as happened_at
    from contracts c join worlds w on w.id = c.world_id cross join lateral (
      select cpid, p.start_date, coalesce(e.charged, false) as charged,
        case when ${counts()} then coalesce(p.price_cents, 0) else 0 end - coalesce(e.cents, 0) as amount_cents
      from (select cpid, price_cents, start_date from contract_products where cid = c.cid) p
        full join (select cpid, sum(amount_cents) as cents, bool_or(amount_cents > 0) as charged from premium_entries where cid = c.cid group by cpid) e
        using (cpid)) d
    where ${named} and d.amount_cents <> 0 order by c.cid, d.cpid`);
  const entries = rows.map(({ worldId, amountCents, happenedAt, ...row }) => ({
    ...row,
    world_id: worldId,
    amount_cents: amountCents,
    happened_at: happenedAt,
    test: false,
  }));
  if (entries.length > 0) await tx.execute(partsStatement([insertEntries(entries)]));
}
