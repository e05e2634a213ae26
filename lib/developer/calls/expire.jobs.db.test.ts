import { encodeTime } from "ulid";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { ensurePartitions, listPartitions } from "#db/partitions.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { expireCalls } from "#lib/developer/calls/expire.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

await useOwnDatabase();

const day = 86_400_000;
/** A Saturday: the days before the last thirty end within a week. */
const now = new Date("2022-06-18T10:00:00.000Z");

async function recordCalls(worldId: number, daysBack: number, count = 1): Promise<void> {
  const at = new Date(now.getTime() - daysBack * day);
  await sql`
    insert into calls (execution_id, at, world_id, method, preview, status, key_id, path, query, duration_micros)
    select ${`exec_${encodeTime(at.getTime(), 10)}`} || lpad(n::text, 16, '0'), ${at}, ${worldId}, 'POST', false, 200, 'key', '/v2/contracts', '', 1
    from generate_series(1, ${count}::int) n`;
}

// rules/call-log.md#record-4
test("calls are stored for the number of days in the setting, to the day, with or without a partition for their week", async () => {
  for (const back of [38, 30]) await ensurePartitions(sql, new Date(now.getTime() - back * day));
  const { development, production } = (await makePartner()).worlds;
  for (const back of [60, 38, 32, 31, 30, 29, 1]) await recordCalls(development.id, back);
  // More than a batch.
  await recordCalls(production.id, 31, 5_001);
  await recordCalls(production.id, 30, 2);
  const partitions = (await listPartitions(sql, "calls")).length;
  await Promise.all([expireCalls(now, 30), expireCalls(now, 30)]);
  const rows = await sql<{ worldId: number; daysBack: number }[]>`
    select world_id, (${now}::date - at::date)::int as days_back from calls order by world_id = ${production.id}, at`;
  expect(rows.map(({ daysBack }) => daysBack)).toEqual([30, 29, 1, 30, 30]);
  expect((await listPartitions(sql, "calls")).length).toBe(partitions - 1);
  expect(await expireCalls(now, 30)).toBe(0);
});
