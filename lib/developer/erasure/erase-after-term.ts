import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { ActingContext } from "#lib/account/worlds/context.ts";
import { eraseContract } from "#lib/developer/erasure/erase-contract.ts";
import { finalStatuses } from "#lib/insurance/claims/schema.ts";
import { env } from "#lib/platform/env.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { log } from "#lib/platform/log/log.ts";
import { addMonths, insurerCalendar } from "#lib/platform/time/days-and-months.ts";

const batchSize = 100;
const job = "erase-after-term";

interface Options {
  signal?: AbortSignal | undefined;
  /** Null if data is kept until somebody asks. */
  years?: number | null;
}

/**
 * Erases the data of persons from contracts that ended more than `PERSONAL_DATA_YEARS` ago, and on which no claim is open or changed since;
 * returns how many. Off without the setting. Run late, twice or by two instances at once it does the same.
 */
export async function eraseAfterTerm(now: Date, { signal, years = env.PERSONAL_DATA_YEARS }: Options = {}): Promise<number> {
  if (years === null) return 0;
  const before = addMonths(now, -12 * years, insurerCalendar);
  const ctx: ActingContext = { now, actor: { type: "system", job }, address: null };
  const isStopped = () => signal?.aborted === true;
  let erased = 0;
  for (let after = { endedAt: new Date(0), cid: "" }; !isStopped();) {
    const rows = await db.execute<{ cid: string; worldId: number; endedAt: Date }>(sql`
      select cid, world_id, ended_at from contracts c
      where ended_at < ${before} and ended_at is not null and erased_at is null and (ended_at, cid) > (${after.endedAt}, ${after.cid})
        and status <> 'open' and not exists (
          select from claims k where k.cid = c.cid and (k.status <> all(${sql.param(finalStatuses)}::text[]) or k.updated_at >= ${before}))
      order by ended_at, cid limit ${batchSize}`);
    for (const contract of rows) {
      if (isStopped()) break;
      if (await eraseUnlessBusy(ctx, contract)) erased += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last;
  }
  return erased;
}

/** False if somebody reopened it, or a claim on it, meanwhile: it comes again. */
async function eraseUnlessBusy(ctx: ActingContext, contract: { cid: string; worldId: number }): Promise<boolean> {
  try {
    await eraseContract(ctx, contract);
    return true;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    log.info({ cid: contract.cid, why: error.message }, "the data of a contract is kept until the next run");
    return false;
  }
}
