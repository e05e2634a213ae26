import { sql } from "#db/client.ts";
import type { StaffContext } from "#lib/context.ts";
import { runExclusive } from "#lib/keyed-mutex.ts";
import { log } from "#lib/log.ts";
import { NotFound } from "#lib/refusal.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** How long an instance keeps counts to itself. */
const shareEveryMs = 200;
/**
 * The share of a limit that an instance lets through meanwhile without asking: by so much, times the instances, a limit can be overrun.
 * Steady calls never use it up; of a burst, what is beyond it waits for the count of all instances, together.
 */
const unaskedShare = 0.02;

interface Count {
  minute: number;
  /** The count of all instances when it was last shared. */
  shared: number;
  pending: number;
  /** Requests that wait for the count of all instances; each knows how many this instance had counted, itself included. */
  waiting: { own: number; resolve: (place: number) => void }[];
  /** All that this instance has counted. */
  own: number;
}

const counts = new Map<string, Count>();
let timer: NodeJS.Timeout | undefined;
let sweptMinute = 0;

/**
 * Counts a request of a key and answers which one it is in this minute, on every instance together. A row per request in the database
 * would cost more than the request; so counts are kept here and shared in batches, at once when many come at a time.
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
  timer ??= setTimeout(() => void shareRequestCounts(), shareEveryMs).unref();
  const place = count.shared + count.pending;
  // One over the limit stays over it, whatever the others have counted.
  if (place > limit || count.pending <= Math.max(1, limit * unaskedShare)) return place;
  const { own, waiting } = count;
  return new Promise((resolve) => {
    waiting.push({ own, resolve });
    void shareRequestCounts();
  });
}

/** Tells the other instances what this one has counted; called at shutdown too. Never rejects. */
export async function shareRequestCounts(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  // What is on its way is pending still, and would be sent twice.
  await runExclusive("request counts", shareCounts);
}

interface Sent {
  keyId: string;
  count: Count;
  sent: number;
  /** How many this instance had counted by then. */
  own: number;
}

async function shareCounts(): Promise<void> {
  const batch = [...counts]
    .filter(([, count]) => count.pending > 0)
    .map(([keyId, count]): Sent => ({ keyId, count, sent: count.pending, own: count.own }));
  if (batch.length === 0) return;
  try {
    await write(batch);
  } catch (error) {
    log.error({ error }, "request counts were not shared; limits hold per instance until they are");
  }
  for (const { count, own } of batch) answerWaiting(count, own);
}

async function write(batch: readonly Sent[]): Promise<void> {
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
  if (current === sweptMinute) return;
  sweptMinute = current;
  for (const [keyId, count] of counts) if (count.minute < current) forget(keyId, count);
  await sql`delete from rate_windows where minute < ${current - 1}`;
}

/** Tells those that this instance had counted up to then their places: what all have counted, less what this one has counted since. */
function answerWaiting(count: Count, upTo: number): void {
  const total = count.shared + count.pending;
  for (const { own, resolve } of count.waiting) if (own <= upTo) resolve(total - (count.own - own));
  count.waiting = count.waiting.filter(({ own }) => own > upTo);
}

/** The minute is over, and with it the window: nobody has to wait for its count. */
function forget(keyId: string, count: Count): void {
  counts.delete(keyId);
  answerWaiting(count, count.own);
}

const dayMs = 86_400_000;

/** Who would notice that a key no longer works. */
export interface KeyImpact {
  keyId: string;
  preview: string;
  /** Calls made with the key in the last 24 hours; counted by the hour, so the hour in which they began is counted whole. */
  calls: number;
  lastUsedAt: Date | null;
  lastCall: { executionId: string; at: Date; ip: string | null; userAgent: string | null } | null;
}

/** What would break without this key (portal.md § Support side, Keys). */
export async function readImpact(ctx: StaffContext, keyId: string): Promise<KeyImpact> {
  assertSupport(ctx);
  const since = new Date(ctx.now.getTime() - dayMs).toISOString();
  const [key] = await sql<{ worldId: number; preview: string; lastUsedAt: string | null; calls: number }[]>`
    select world_id as "worldId", preview, last_used_at as "lastUsedAt",
      (select coalesce(sum(calls), 0)::int from call_hours h
        where h.world_id = k.world_id and h.key_id = k.id and hour >= date_trunc('hour', ${since}::timestamptz)) as calls
    from api_keys k where id = ${keyId}`;
  if (key === undefined) throw new NotFound(`there is no key ${keyId}`, { key: "noKey" });
  const { worldId, preview, calls } = key;
  const lastUsedAt = key.lastUsedAt === null ? null : new Date(key.lastUsedAt);
  const lastCall = await findLastCall(keyId, worldId);
  // "Last used" is noted once a minute, the call at once.
  return {
    keyId,
    preview,
    calls,
    lastUsedAt: lastCall !== null && lastUsedAt !== null && lastCall.at > lastUsedAt ? lastCall.at : lastUsedAt,
    lastCall,
  };
}

/** The last call with a key that is still in the log. */
export async function findLastCall(keyId: string, worldId: number): Promise<KeyImpact["lastCall"]> {
  const [call] = await sql<(Omit<NonNullable<KeyImpact["lastCall"]>, "at"> & { at: string })[]>`
    select execution_id as "executionId", at, ip, user_agent as "userAgent" from calls
    where world_id = ${worldId} and key_id = ${keyId} order by at desc, execution_id desc limit 1`;
  return call === undefined ? null : { ...call, at: new Date(call.at) };
}
