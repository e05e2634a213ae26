import { sql } from "#db/client.ts";
import { log } from "#lib/log.ts";

const batchSize = 10_000;
const shown = 10;

/**
 * Compares the premium ledger of every contract with its price, in batches, and logs an error that names the contracts that differ
 * (resolutions.md § 20). Returns those. A job.
 */
export async function checkLedger({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<string[]> {
  let after = "";
  const differing: string[] = [];
  while (signal?.aborted !== true) {
    // One statement, so that prices and entries are of one moment.
    const [batch] = await sql<[{ last: string | null; cids: string[] }]>`
      with page as (
        select c.cid, not c.test or w.environment = 'development' as counts from contracts c join worlds w on w.id = c.world_id
        where c.cid > ${after} order by c.cid limit ${batchSize}),
      sums as (
        select g.cid, (select coalesce(sum(p.price_cents), 0) from contract_products p where p.cid = g.cid) as price,
          (select coalesce(sum(e.amount_cents), 0) from premium_entries e where e.cid = g.cid) as entries, g.counts
        from page g)
      select max(cid) as last, coalesce(array_agg(cid) filter (where entries <> case when counts then price else 0 end), '{}') as cids
      from sums`;
    if (batch.last === null) break;
    if (batch.cids.length > 0) {
      differing.push(...batch.cids);
      log.error({ count: batch.cids.length, cids: batch.cids.slice(0, shown) }, "premium entries of contracts differ from their prices");
    }
    after = batch.last;
  }
  return differing;
}
