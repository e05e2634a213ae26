import { sql } from "#db/client.ts";
import { keptMs } from "#lib/idempotency/stored-answers.ts";

const rowsAtATime = 5000;

/** Forgets the answers that were given more than 24 hours before `now` (resolutions.md § 12). Answers how many rows. */
export async function expireAnswers(now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs).toISOString();
  for (let total = 0; ;) {
    const { count } = await sql`
      delete from idempotency_keys where ctid = any(array(
        select ctid from idempotency_keys where created_at <= ${before} order by created_at limit ${rowsAtATime}
      )) and created_at <= ${before}`;
    total += count;
    if (count < rowsAtATime) return total;
  }
}
