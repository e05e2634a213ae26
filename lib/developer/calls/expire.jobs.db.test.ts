import { encodeTime } from "ulid";
import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { expireCalls } from "#lib/developer/calls/expire.ts";

await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());
vi.setConfig({ testTimeout: 60_000 });

const day = 86_400_000;
const now = new Date("2022-06-15T10:00:00.000Z");

async function recordCallAt(at: Date): Promise<string> {
  const id = `exec_${encodeTime(at.getTime(), 10)}${"8".repeat(16)}`;
  await sql`
    insert into calls (execution_id, at, world_id, method, preview, status, key_id, path, query, duration_micros)
    values (${id}, ${at}, 1, 'POST', false, 200, 'key', '/v2/contracts', '', 1)`;
  return id;
}

// rules/call-log.md#record-4
test("calls are stored for the number of days in the setting, with or without a partition for their day", async () => {
  for (const back of [38, 30]) await ensurePartitions(sql, new Date(now.getTime() - back * day));
  const ids = await Promise.all([60, 32, 31, 30, 29, 1].map((back) => recordCallAt(new Date(now.getTime() - back * day))));
  await Promise.all([expireCalls(now, 30), expireCalls(now, 30)]);
  const rows = await sql<{ id: string }[]>`select execution_id as id from calls where execution_id = any(${ids}::text[]) order by 1`;
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(3));
  expect(await expireCalls(now, 30)).toBe(0);
});
