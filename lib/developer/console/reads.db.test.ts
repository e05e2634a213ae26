import { beforeAll, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { list as listAudit } from "#lib/account/audit/list.ts";
import { insertCalls } from "#lib/developer/calls/calls.fixture.ts";
import { read as readCall } from "#lib/developer/calls/read.ts";
import { lookUp } from "#lib/developer/console/look-up.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { firstIdAt } from "#lib/platform/ids.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

// One connection, whose counters can be read exactly.
await useOwnDatabase({ isNarrow: true });

const now = currentTime();
const staff = staffAt(now);
const rows = 20_000;
/** The most rows that a look-up reads of small tables and of one row's neighbors. */
const fewReads = 400;

let ctx: Parameters<typeof readCall>[0];
let executionId: string;

/** A world with many events of other calls, and an audit log that people have filled. */
beforeAll(async () => {
  const partner = await makePartner();
  const world = partner.worlds.production;
  ctx = { world, realTime: now };
  const [call] = await insertCalls(world.id, [{ at: now }]);
  executionId = call?.executionId ?? "";
  await withPatience(() => fill(world.id, partner.id));
  await sql`analyze`;
});

async function fill(worldId: number, partnerId: string): Promise<void> {
  await sql`
    insert into events (id, world_id, event_type, subject_id, execution_id, payload, created_at)
    select ${firstIdAt("evt", now)} || lpad(n::text, 16, '0'), ${worldId}, 'v2.contract.created', 'a contract', 'exec_' || n, '{}', ${now}
    from generate_series(1, ${rows}::int) n`;
  await sql`
    insert into audit_entries (id, at, actor, action, subject_id, details)
    select 'aud_' || n, ${now} - n * interval '1 second',
      jsonb_build_object('type', 'apiKey', 'keyId', 'key_' || n % 50, 'partnerId', ${partnerId}::text), 'renter.attached', 'a renter', '{}'
    from generate_series(1, ${rows}::int) n`;
}

/** The rows and entries of indexes that a statement read. */
async function countReads(read: () => Promise<unknown>): Promise<number> {
  await sql`select pg_stat_force_next_flush()`;
  await sql`select pg_stat_reset()`;
  await read();
  await sql`select pg_stat_force_next_flush()`;
  const [counted] = await sql<{ reads: number }[]>`
    select ((select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes))::int as reads`;
  return counted?.reads ?? Infinity;
}

test.each<[string, () => Promise<unknown>]>([
  ["the page of a call", () => readCall(ctx, executionId)],
  ["a look-up of a call", () => lookUp(staff, executionId)],
  ["a look-up of an event", () => lookUp(staff, `${firstIdAt("evt", now)}${"1".padStart(16, "0")}`)],
  ["the audit log of an actor whom nobody knows", () => listAudit(staff, { actor: "nobody" })],
  ["the audit log of a job", () => listAudit(staff, { actor: "maintain" })],
])("%s reads a few rows, however many there are", async (_name, read) => {
  expect(await countReads(read)).toBeLessThan(fewReads);
});
