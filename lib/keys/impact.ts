import { sql } from "#db/client.ts";
import { firstCallAt } from "#lib/calls/first-id.ts";
import { isOfWorld } from "#lib/calls/of-world.ts";
import type { StaffContext } from "#lib/context.ts";
import { NotFound } from "#lib/refusal.ts";
import { assertSupport } from "#lib/users/assert-support.ts";

const hourMs = 3_600_000;
/** Calls are counted up to this many: more break as surely. */
const mostCounted = 10_000;
/** As many of a world's calls are read to find a key's, and as many of an hour where the others are estimated. */
const mostRead = 12_000;
const mostReadOfHour = 400;
/** "Last used" is noted once a minute by each instance, so the last call lies not far from it. */
const lastUsedMarginMs = 5 * 60_000;

/** Who would notice that a key no longer works. */
export interface KeyImpact {
  keyId: string;
  preview: string;
  /** Calls made with the key in the last 24 hours; at most `mostCounted`, and `isMore` says whether there were more. */
  calls: number;
  isMore: boolean;
  /** True where `calls` is about how many there were: the world makes too many to look at each. */
  isEstimate: boolean;
  lastUsedAt: Date | null;
  /** The last call that is still in the log. */
  lastCall: { executionId: string; ip: string | null; userAgent: string | null } | null;
}

interface Row {
  worldId: number;
  preview: string;
  lastUsedAt: Date | null;
}

/** What would break without this key (portal.md § Support side, Keys). */
export async function readImpact(ctx: StaffContext, keyId: string): Promise<KeyImpact> {
  assertSupport(ctx);
  const [key] = await sql<{ worldId: number; preview: string; lastUsedAt: string | null }[]>`
    select world_id as "worldId", preview, last_used_at as "lastUsedAt" from api_keys where id = ${keyId}`;
  if (key === undefined) throw new NotFound(`there is no key ${keyId}`, { key: "noKey" });
  const row = { ...key, lastUsedAt: key.lastUsedAt === null ? null : new Date(key.lastUsedAt) };
  const [counted, lastCall] = await Promise.all([countCalls(keyId, row, ctx.now), findLastCall(keyId, row)]);
  const { preview, lastUsedAt } = row;
  const { calls, isEstimate } = counted;
  return { keyId, preview, calls: Math.min(calls, mostCounted), isMore: calls > mostCounted, isEstimate, lastUsedAt, lastCall };
}

/** How many calls there were, or about how many where that is an estimate. */
interface Count {
  calls: number;
  isEstimate: boolean;
}

/** No index has the keys, as they change once in a while: of a world that calls much, each hour's share is told from its latest calls. */
async function countCalls(keyId: string, { worldId, lastUsedAt }: Row, now: Date): Promise<Count> {
  const since = new Date(now.getTime() - 24 * hourMs);
  // Nothing to be found in a world that others call all day.
  if (lastUsedAt === null || lastUsedAt.getTime() < since.getTime() - lastUsedMarginMs) return { calls: 0, isEstimate: false };
  const [low, high] = [sql`${firstCallAt(since)}`, sql`${firstCallAt(new Date(now.getTime() + hourMs))}`];
  const [newest] = await sql<{ calls: number; all: number }[]>`
    select count(*) filter (where key_id = ${keyId})::int as calls, count(*)::int as all from (
      select c.key_id from calls c where ${isOfWorld(worldId, low, high)} order by c.world_id desc, c.execution_id desc limit ${mostRead}) c`;
  const { calls = 0, all = 0 } = newest ?? {};
  if (all < mostRead || calls > mostCounted) return { calls, isEstimate: false };
  // It was used, or it would not have come this far.
  return { calls: Math.max(1, calls, await estimateCalls(keyId, worldId, since, now)), isEstimate: true };
}

/** The sum over the hours of all calls, as they were counted, by the key's share among the latest of the hour. */
async function estimateCalls(keyId: string, worldId: number, since: Date, now: Date): Promise<number> {
  const first = Math.floor(since.getTime() / hourMs);
  const hours = Array.from({ length: Math.ceil(now.getTime() / hourMs) - first }, (_none, index) => first + index);
  const from = hours.map((hour) => Math.max(hour * hourMs, since.getTime()));
  const [estimated] = await sql<{ calls: number }[]>`
    select coalesce(sum(h.calls * h.part * s.share), 0)::float8 as calls
    from (
      select low, high, part, (select sum(calls) from call_hours where world_id = ${worldId} and hour = begun) as calls
      from unnest(${from.map((moment) => firstCallAt(new Date(moment)))}::text[], ${hours.map((hour) => firstCallAt(new Date((hour + 1) * hourMs)))}::text[],
        ${from.map((moment, index) => 1 - (moment / hourMs - (hours[index] ?? 0)))}::float8[],
        ${hours.map((hour) => new Date(hour * hourMs).toISOString())}::text[]::timestamptz[]) as hour (low, high, part, begun)
    ) h cross join lateral (
      select avg((key_id = ${keyId})::int) as share from (
        select c.key_id from calls c where ${isOfWorld(worldId, sql`h.low`, sql`h.high`)}
        order by c.world_id desc, c.execution_id desc limit ${mostReadOfHour}) c
    ) s`;
  return Math.round(estimated?.calls ?? 0);
}

async function findLastCall(keyId: string, { worldId, lastUsedAt }: Row): Promise<KeyImpact["lastCall"]> {
  if (lastUsedAt === null) return null;
  const around = (ms: number) => sql`${firstCallAt(new Date(lastUsedAt.getTime() + ms))}`;
  const [call] = await sql<NonNullable<KeyImpact["lastCall"]>[]>`
    select execution_id as "executionId", ip, user_agent as "userAgent" from (
      select c.* from calls c where ${isOfWorld(worldId, around(-lastUsedMarginMs), around(lastUsedMarginMs))}
      order by c.world_id desc, c.execution_id desc limit ${mostRead}
    ) c where key_id = ${keyId} order by execution_id desc limit 1`;
  return call ?? null;
}
