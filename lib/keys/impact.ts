import { encodeTime } from "ulid";
import { sql } from "#db/client.ts";
import type { StaffContext } from "#lib/context.ts";
import { NotFound } from "#lib/refusal.ts";

const hourMs = 3_600_000;
/** Calls are counted up to this many: more break as surely. */
const mostCounted = 10_000;
/** "Last used" is noted once a minute by each instance, so the last call lies not far from it. */
const lastUsedMarginMs = 5 * 60_000;

/** Who would notice that a key no longer works. */
export interface KeyImpact {
  keyId: string;
  preview: string;
  /** Calls made with the key in the last 24 hours; at most `mostCounted`, and `isMore` says whether there were more. */
  calls: number;
  isMore: boolean;
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
export async function readImpact({ now }: StaffContext, keyId: string): Promise<KeyImpact> {
  const [key] = await sql<{ worldId: number; preview: string; lastUsedAt: string | null }[]>`
    select world_id as "worldId", preview, last_used_at as "lastUsedAt" from api_keys where id = ${keyId}`;
  if (key === undefined) throw new NotFound(`there is no key ${keyId}`, { key: "noKey" });
  const row = { ...key, lastUsedAt: key.lastUsedAt === null ? null : new Date(key.lastUsedAt) };
  const [counted, lastCall] = await Promise.all([countCalls(keyId, row, now), findLastCall(keyId, row)]);
  const { preview, lastUsedAt } = row;
  return { keyId, preview, calls: Math.min(counted, mostCounted), isMore: counted > mostCounted, lastUsedAt, lastCall };
}

async function countCalls(keyId: string, { worldId, lastUsedAt }: Row, now: Date): Promise<number> {
  const since = new Date(now.getTime() - 24 * hourMs);
  // Nothing to be found in a world that others call all day.
  if (lastUsedAt === null || lastUsedAt.getTime() < since.getTime() - lastUsedMarginMs) return 0;
  const [counted] = await sql<{ calls: number }[]>`
    select count(*)::int as calls from (
      select from calls where world_id = ${worldId} and key_id = ${keyId} and execution_id >= ${firstCallAt(since)}
      limit ${mostCounted + 1}) c`;
  return counted?.calls ?? 0;
}

async function findLastCall(keyId: string, { worldId, lastUsedAt }: Row): Promise<KeyImpact["lastCall"]> {
  if (lastUsedAt === null) return null;
  const around = (ms: number) => firstCallAt(new Date(lastUsedAt.getTime() + ms));
  const [call] = await sql<NonNullable<KeyImpact["lastCall"]>[]>`
    select execution_id as "executionId", ip, user_agent as "userAgent" from calls
    where world_id = ${worldId} and key_id = ${keyId}
      and execution_id >= ${around(-lastUsedMarginMs)} and execution_id < ${around(lastUsedMarginMs)}
    order by execution_id desc limit 1`;
  return call ?? null;
}

/** The least execution id that a call of this moment can have: an identifier begins with its time. */
function firstCallAt(moment: Date): string {
  return `exec_${encodeTime(Math.max(0, moment.getTime()), 10)}`;
}
