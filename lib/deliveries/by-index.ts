import type { TransactionSql } from "postgres";
import { sql } from "#db/client.ts";

/**
 * Does in one transaction what runners do with the queue all the time. Each statement sees what was committed before it, whatever the
 * database's default is, and reads the queue by plain index scans in their order: these clear away the entries of rows that are gone, of
 * which there come to be hundreds for each that waits, and a bitmap meets them all every time until the next vacuum. Each is planned
 * anew, and never reads or sorts the whole: that looks cheapest while nothing waits, or by statistics of that time, and is what
 * connections would then keep to when much does.
 */
export async function byIndex<Result>(run: (tx: TransactionSql) => Promise<Result>): Promise<Result> {
  const { result } = await sql.begin("isolation level read committed", async (tx) => {
    // Sent at once, in one go with what follows.
    const settings = tx`
      select set_config(name, 'off', true) from unnest('{enable_bitmapscan,enable_seqscan,enable_sort}'::text[]) name
      union all select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute();
    const [done] = await Promise.all([run(tx), settings]);
    return { result: done };
  });
  return result;
}
