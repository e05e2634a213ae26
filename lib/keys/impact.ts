import { sql } from "#db/client.ts";
import type { StaffContext } from "#lib/context.ts";
import { NotFound } from "#lib/refusal.ts";
import { assertSupport } from "#lib/users/assert-support.ts";

const dayMs = 86_400_000;

/** Who would notice that a key no longer works. */
export interface KeyImpact {
  keyId: string;
  preview: string;
  /** Calls made with the key in the last 24 hours; counted by the hour, so the hour in which they began is counted whole. */
  calls: number;
  lastUsedAt: Date | null;
  /** The last call that is still in the log. */
  lastCall: { executionId: string; ip: string | null; userAgent: string | null } | null;
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
  return { keyId, preview, calls, lastUsedAt, lastCall: await findLastCall(keyId, worldId) };
}

async function findLastCall(keyId: string, worldId: number): Promise<KeyImpact["lastCall"]> {
  const [call] = await sql<NonNullable<KeyImpact["lastCall"]>[]>`
    select execution_id as "executionId", ip, user_agent as "userAgent" from calls
    where world_id = ${worldId} and key_id = ${keyId} order by at desc, execution_id desc limit 1`;
  return call ?? null;
}
