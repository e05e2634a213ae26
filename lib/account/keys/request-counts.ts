import { sql } from "#db/client.ts";
import { withoutDeadline } from "#db/deadline.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { log } from "#lib/platform/log/log.ts";
import { runExclusive } from "#lib/platform/process/keyed-mutex.ts";
import { onReset } from "#lib/platform/process/reset.ts";
import { startOfLastDay } from "#lib/platform/traffic/traffic.ts";

const syncIntervalMs = 200;
/** The share that an instance admits between two syncs, possibly above the limit. The rest of a burst waits for the shared count. */
const localShare = 0.02;

interface Count {
  minute: number;
  shared: number;
  pending: number;
  /** Requests waiting for the shared count; `own` is this instance's count including them. */
  waiting: { own: number; resolve: (place: number) => void }[];
  own: number;
}

const counts = new Map<string, Count>();
let timer: NodeJS.Timeout | undefined;
let lastSweptMinute = 0;
onReset(() => {
  counts.clear();
  lastSweptMinute = 0;
});

/**
 * Counts a request and returns its number within the minute. Instances count in memory and sync in batches, since a row per request would
 * cost more than the request.
 */
export function countRequest(keyId: string, limit: number, now: Date): number | Promise<number> {
  const minute = Math.floor(now.getTime() / 60_000);
  let count = counts.get(keyId);
  if (count === undefined || count.minute !== minute) {
    if (count !== undefined) forget(keyId, count);
    count = { minute, shared: 0, pending: 0, waiting: [], own: 0 };
    counts.set(keyId, count);
  }
  count.pending += 1;
  count.own += 1;
  timer ??= withoutDeadline(() => setTimeout(() => void shareRequestCounts(), syncIntervalMs).unref());
  const place = count.shared + count.pending;
  // The local count alone may exceed the limit.
  if (place > limit || count.pending <= Math.max(1, limit * localShare)) return place;
  const { own, waiting } = count;
  return new Promise((resolve) => {
    waiting.push({ own, resolve });
    void shareRequestCounts();
  });
}

/** Syncs the counts with the other instances; also called at shutdown. Never rejects. */
export async function shareRequestCounts(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  // Exclusive, since counts in flight are still pending and would be sent twice.
  await runExclusive("request counts", shareCounts);
}

interface SentRequests {
  keyId: string;
  count: Count;
  sent: number;
  own: number;
}

async function shareCounts(): Promise<void> {
  const batch = [...counts]
    .filter(([, count]) => count.pending > 0)
    .map(([keyId, count]): SentRequests => ({ keyId, count, sent: count.pending, own: count.own }));
  if (batch.length === 0) return;
  try {
    await write(batch);
  } catch (error) {
    log.error({ error }, "request counts were not shared; limits hold per instance until they are");
  }
  for (const { count, own } of batch) answerWaiting(count, own);
}

async function write(batch: readonly SentRequests[]): Promise<void> {
  const rows = await sql<{ keyId: string; minute: number; requests: number }[]>`
    insert into rate_windows (key_id, minute, requests)
    select * from unnest(${batch.map(({ keyId }) => keyId)}::text[], ${batch.map(({ count }) => count.minute)}::int[], ${batch.map(({ sent }) => sent)}::int[])
    on conflict (key_id, minute) do update set requests = rate_windows.requests + excluded.requests
    returning key_id, minute, requests`;
  for (const { keyId, count, sent } of batch) {
    count.pending -= sent;
    const row = rows.find((window) => window.keyId === keyId && window.minute === count.minute);
    if (row !== undefined) count.shared = row.requests;
  }
  const current = Math.max(...batch.map(({ count }) => count.minute));
  if (current === lastSweptMinute) return;
  lastSweptMinute = current;
  for (const [keyId, count] of counts) if (count.minute < current) forget(keyId, count);
  await sql`delete from rate_windows where minute < ${current - 1}`;
}

/** Resolves requests counted before the sync with their place: the shared count less what this instance counted since. */
function answerWaiting(count: Count, upTo: number): void {
  const total = count.shared + count.pending;
  for (const { own, resolve } of count.waiting) if (own <= upTo) resolve(total - (count.own - own));
  count.waiting = count.waiting.filter(({ own }) => own > upTo);
}

/** Releases the requests that wait for a minute that is over. */
function forget(keyId: string, count: Count): void {
  counts.delete(keyId);
  answerWaiting(count, count.own);
}

export interface KeyImpact {
  keyId: string;
  preview: string;
  /** The calls of the last 24 hours, as in the charts. */
  calls: number;
  lastUsedAt: Date | null;
  lastCall: { executionId: string; at: Date; ip: string | null; userAgent: string | null } | null;
}

/** Reads the use of a key, which revoking it would break (rules/access.md#keys-12). */
export async function readImpact(ctx: SupportContext, keyId: string): Promise<KeyImpact> {
  const [key] = await sql<{ worldId: number; preview: string; lastUsedAt: Date | null; calls: number }[]>`
    select world_id, preview, last_used_at,
      (select coalesce(sum(calls), 0)::int from call_hours h
        where h.world_id = k.world_id and h.key_id = k.id and hour >= ${startOfLastDay(ctx.now)}) as calls
    from api_keys k where id = ${keyId}`;
  if (key === undefined) throw new NotFound(`there is no key ${keyId}`, { key: "noKey" });
  const { worldId, preview, lastUsedAt, calls } = key;
  const lastCall = await findLastCall(keyId, worldId);
  // `lastUsedAt` is written once a minute, the call at once.
  return {
    keyId,
    preview,
    calls,
    lastUsedAt: lastCall !== null && lastUsedAt !== null && lastCall.at > lastUsedAt ? lastCall.at : lastUsedAt,
    lastCall,
  };
}

/** The last call that was not the portal's. */
export async function findLastCall(keyId: string, worldId: number): Promise<KeyImpact["lastCall"]> {
  const [call] = await sql<NonNullable<KeyImpact["lastCall"]>[]>`
    select execution_id, at, ip, user_agent from calls
    where world_id = ${worldId} and key_id = ${keyId} and (source is null or source = 'command_line') order by at desc, execution_id desc limit 1`;
  return call ?? null;
}
