import { sql } from "#db/client.ts";

/** How many seconds ago the oldest message was written whose attempts have failed so far; 0 if there is none. */
export async function readOldestRetrying(now: Date): Promise<number> {
  const [row] = await sql<{ oldest: Date | null }[]>`select min(created_at) as oldest from notices where status = 'retrying'`;
  const oldest = row?.oldest ?? null;
  return oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000);
}
