import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Database, Transaction } from "#db/client.ts";
import { hashEntries } from "#lib/insurance/statements/list-entries.ts";
import { assertMonth, read } from "#lib/insurance/statements/read.ts";
import type { StatementContext } from "#lib/insurance/statements/read.ts";
import { closingOf } from "#lib/insurance/statements/rules/months.ts";
import type { Month } from "#lib/insurance/statements/rules/months.ts";

/** A statement reads the ledger of so many contracts in some 20 ms. */
const batchSize = 2_000;

interface Batch {
  /** The last contract of the batch; null if there is none after the one given. */
  last: string | null;
  /** Contracts whose entries do not add up to their price. */
  cids: string[];
}

/** True if a contract `c` of a world `w` has premiums: test contracts of a production world have none. */
export const counts = () => sql.raw("(not c.test or w.environment = 'development')");

export interface Verification {
  /** The hash of the entries as they are stored now. */
  sha256: string;
  /** True if it is the hash with which the month was closed. */
  isUnchanged: boolean;
}

/** Hashes the entries of a closed month again; null for one that is open (rules/statements.md#month-3). */
export async function verify(ctx: StatementContext, month: Month): Promise<Verification | null> {
  await assertMonth(ctx, month);
  if (closingOf(month) > ctx.now) return null;
  const { sha256: closedWith } = await read(ctx, month);
  if (closedWith === null) return null;
  const sha256 = await hashEntries(ctx.world.id, month);
  return { sha256, isUnchanged: sha256 === closedWith };
}

/** The premium ledger of the next contracts beside their prices (rules/statements.md#ledger-2, #ledger-5). */
export async function findMismatches(from: Database | Transaction, after: string): Promise<Batch> {
  // One statement, so that prices and entries are of one moment.
  const [batch] = await from.execute<{ last: string | null; cids: string[] }>(sql`
    with page as materialized (
      select c.cid, ${counts()} as counts, w.emptied_before is not null as leaves from contracts c join worlds w on w.id = c.world_id
      where c.cid > ${after} order by c.cid limit ${batchSize}),
    prices as (
      select cid, sum(price_cents) as cents from contract_products where cid > ${after} and cid <= (select max(cid) from page) group by cid),
    entries as (
      select cid, sum(amount_cents) as cents from premium_entries where cid > ${after} and cid <= (select max(cid) from page) group by cid)
    select max(cid) as last, coalesce(array_agg(cid order by cid) filter (
      where not leaves and coalesce(e.cents, 0) <> case when counts then coalesce(p.cents, 0) else 0 end), '{}') as cids
    from page left join prices p using (cid) left join entries e using (cid)`);
  return batch ?? { last: null, cids: [] };
}

/** All contracts whose entries do not add up to their price. It reads every contract. */
export async function listMismatches(): Promise<string[]> {
  const cids: string[] = [];
  for (let after: string | null = ""; after !== null;) {
    const batch = await findMismatches(db, after);
    cids.push(...batch.cids);
    after = batch.last;
  }
  return cids;
}
