import { onTestFinished } from "vitest";
import { sql } from "#db/client.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { enterWorld } from "#lib/account/worlds/find.ts";
import { attachOpened, makePartner, registerUtcRenter } from "#lib/insurance/renters/world.fixture.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { log } from "#lib/platform/log/log.ts";

export interface Sandbox {
  uid: string;
  partnerId: string;
  worldId: number;
  /** The beginning of its key, which confirms a reset. */
  confirm: string;
  at(realTime: Date, environment?: Environment): Promise<ApiContext>;
}

export async function openSandbox(): Promise<Sandbox> {
  const [{ id: partnerId, contexts, keys }, uid] = await Promise.all([makePartner(), registerUtcRenter()]);
  await attachOpened(contexts.development, uid);
  await attachOpened(contexts.production, uid);
  return {
    uid,
    partnerId,
    worldId: contexts.development.world.id,
    confirm: keyPreview(keys.development.text),
    async at(realTime, environment = "development") {
      const actor = { type: "apiKey", keyId: keys[environment].id, partnerId } as const;
      return enterWorld({ now: realTime, actor, address: "192.0.2.1" }, partnerId, environment);
    },
  };
}

export async function readHappened(worldId: number): Promise<{ type: string; subject: string; at: string }[]> {
  return sql<{ type: string; subject: string; at: string }[]>`
    select replace(event_type, 'v2.', '') as type, subject_id as subject, to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS') as at
    from events where world_id = ${worldId} order by id`;
}

/** Makes updates of one row fail in the database until the end of the test. */
export async function refuseUpdates(table: "worlds" | "claims", id: number | string): Promise<void> {
  const level = log.level;
  log.level = "silent";
  const name = `refuse_${table}_${id}`.toLowerCase();
  await sql.unsafe(`
    create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'refused by the test'; end $$;
    create trigger ${name} before update on ${table} for each row when (old.id = '${id}') execute function ${name}();`);
  onTestFinished(async () => {
    log.level = level;
    await sql.unsafe(`drop function ${name} cascade`);
  });
}
