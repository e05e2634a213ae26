import { sql } from "#db/client.ts";
import { runExclusive } from "#lib/keyed-mutex.ts";
import { log } from "#lib/log.ts";

/** How long an instance keeps counts to itself. A limit can be overrun by what the other instances let through in this time. */
const shareEveryMs = 200;

interface Count {
  minute: number;
  /** What all instances had counted when the counts were last shared, this one included. */
  shared: number;
  /** What this instance has counted since. */
  pending: number;
}

const counts = new Map<string, Count>();
let timer: NodeJS.Timeout | undefined;

/**
 * Counts a request of a key and answers how many there were in this minute, on every instance together.
 * A row per request in the database would cost more than the request; so counts are kept here and shared in batches.
 */
export function countRequest(keyId: string, now: Date): number {
  const minute = Math.floor(now.getTime() / 60_000);
  let count = counts.get(keyId);
  if (count === undefined || count.minute !== minute) {
    count = { minute, shared: 0, pending: 0 };
    counts.set(keyId, count);
  }
  count.pending += 1;
  timer ??= setTimeout(() => void shareRequestCounts(), shareEveryMs).unref();
  return count.shared + count.pending;
}

/** Tells the other instances what this one has counted; called at shutdown too. Never rejects. */
export async function shareRequestCounts(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  try {
    // What is on its way is pending still, and would be sent twice.
    await runExclusive("request counts", shareCounts);
  } catch (error) {
    log.error({ error }, "request counts were not shared; limits hold per instance until they are");
  }
}

async function shareCounts(): Promise<void> {
  const batch = [...counts].filter(([, count]) => count.pending > 0).map(([keyId, count]) => ({ keyId, count, sent: count.pending }));
  if (batch.length === 0) return;
  // A key counted in a minute that is over needs no sharing: its window is gone when the answer comes.
  const rows = await sql<{ key_id: string; minute: number; requests: number }[]>`
    insert into rate_windows (key_id, minute, requests)
    select * from unnest(${batch.map(({ keyId }) => keyId)}::text[], ${batch.map(({ count }) => count.minute)}::int[], ${batch.map(({ sent }) => sent)}::int[])
    on conflict (key_id, minute) do update set requests = rate_windows.requests + excluded.requests
    returning key_id, minute, requests`;
  for (const { keyId, count, sent } of batch) {
    count.pending -= sent;
    const row = rows.find(({ key_id, minute }) => key_id === keyId && minute === count.minute);
    if (row !== undefined) count.shared = row.requests;
  }
  const current = Math.max(...batch.map(({ count }) => count.minute));
  for (const [keyId, count] of counts) if (count.minute < current) counts.delete(keyId);
  await sql`delete from rate_windows where minute < ${current - 1}`;
}
