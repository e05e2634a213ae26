import { sql } from "#db/client.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";

/** How many statements of this database, whose text has `words`, wait for a lock. Other databases of the server do not count. */
export async function countLockWaits(words = ""): Promise<number> {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${words}%`}`;
  return waiting.length;
}

/** Waits until as many statements wait for a lock. */
export async function waitForLockWaits({ count = 1, words = "" }: { count?: number; words?: string } = {}): Promise<void> {
  await waitUntil(async () => (await countLockWaits(words)) >= count);
}
