import type { Sql } from "postgres";
import { encodeTime } from "ulid";
import { describe, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { dropDay, ensurePartitions, listDaysBefore } from "#db/partitions.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";

await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());
vi.setConfig({ testTimeout: 60_000 });

const day = 86_400_000;

async function recordCallAt(at: Date, on: Sql = sql): Promise<string> {
  const id = `exec_${encodeTime(at.getTime(), 10)}${"7".repeat(16)}`;
  await on`
    insert into calls (execution_id, at, world_id, method, preview, status, key_id, path, query, duration_micros)
    values (${id}, ${at}, 1, 'POST', false, 200, 'key', '/v2/contracts', '', 1)`;
  return id;
}

async function partitionOf(id: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`select tableoid::regclass::text as name from calls where execution_id = ${id}`;
  return row?.name;
}

describe("the partitions of the coming days", () => {
  test("exist in every table for today and a week ahead, though several instances create them at once", async () => {
    const now = new Date("2031-05-01T12:00:00.000Z");
    await Promise.all([ensurePartitions(sql, now), ensurePartitions(sql, now), ensurePartitions(sql, now)]);
    await ensurePartitions(sql, now);
    for (const table of ["calls", "events", "deliveries", "delivery_attempts"] as const) {
      const days = await listDaysBefore(sql, table, new Date("2032-01-01T00:00:00.000Z"));
      const ofMay = days
        .filter((each) => each * day >= Date.UTC(2031, 0, 1))
        .map((each) => new Date(each * day).toISOString().slice(0, 10));
      expect(ofMay).toEqual(Array.from({ length: 8 }, (_none, index) => `2031-05-0${index + 1}`));
    }
  });

  test("take the rows of their day to the millisecond, even rows from before they existed", async () => {
    const early = await recordCallAt(new Date("2033-02-01T12:00:00.000Z"));
    expect(await partitionOf(early)).toBe("calls_other_days");
    await ensurePartitions(sql, new Date("2033-02-01T00:00:00.000Z"));
    const [first, last] = [
      await recordCallAt(new Date("2033-02-01T00:00:00.000Z")),
      await recordCallAt(new Date("2033-02-01T23:59:59.999Z")),
    ];
    expect(await Promise.all([early, first, last].map(partitionOf))).toEqual(Array.from({ length: 3 }, () => "calls_20330201"));
    expect(await partitionOf(await recordCallAt(new Date("2033-02-02T00:00:00.000Z")))).toBe("calls_20330202");
  });
});

describe("a change of the partitions", () => {
  const old = new Date("2020-03-01T00:00:00.000Z");
  const oldDay = old.getTime() / day;

  test("blocks nobody for long, and is made once its lock is free", async () => {
    await ensurePartitions(sql, old);
    const reader = await sql.reserve();
    await reader`begin`;
    await reader`select 1 from calls limit 1`;
    const dropped = dropDay(sql, "calls", oldDay);
    const waits: number[] = [];
    for (let look = 0; look < 20; look += 1) {
      const started = performance.now();
      await sql`select 1 from calls limit 1`;
      waits.push(performance.now() - started);
    }
    await reader`commit`;
    reader.release();
    expect(await dropped).toBe(true);
    // A quarter of a second, and the overhead of a busy machine.
    expect(Math.max(...waits)).toBeLessThan(1_500);
  });

  test("that moves a row hides it from no statement that waits meanwhile", async () => {
    const at = new Date("2034-02-01T12:00:00.000Z");
    const id = await recordCallAt(at);
    const reader = await sql.reserve();
    await reader`begin`;
    await reader`lock table only calls_other_days in access share mode`;
    const made = ensurePartitions(sql, at);
    const wait = (count: number) => waitFor(async () => expect(await sql`select from pg_locks where not granted`).toHaveLength(count));
    await wait(1);
    const changed = sql`update calls set status = 404 where execution_id = ${id}`.execute();
    await wait(2);
    await reader`commit`;
    reader.release();
    expect((await changed).count).toBe(1);
    await made;
    expect(await partitionOf(id)).toBe("calls_20340201");
  });

  test("takes along a row that is committed while it waits for its lock", async () => {
    const at = new Date("2035-02-01T12:00:00.000Z");
    const writer = await sql.reserve();
    await writer`begin`;
    const id = await recordCallAt(at, writer);
    const made = ensurePartitions(sql, at);
    await waitFor(async () => expect(await sql`select from pg_locks where not granted`).toHaveLength(1));
    await writer`commit`;
    writer.release();
    await made;
    expect(await partitionOf(id)).toBe("calls_20350201");
  });

  test("that fails half-way changes nothing", async () => {
    const id = await recordCallAt(new Date(old.getTime() + day));
    await sql.unsafe("create view holds_on as select * from calls_20200302");
    await expect(dropDay(sql, "calls", oldDay + 1)).rejects.toThrow("other objects depend on it");
    expect(await partitionOf(id)).toBe("calls_20200302");
    await sql.unsafe("drop view holds_on");
    expect(await Promise.all([dropDay(sql, "calls", oldDay + 1), dropDay(sql, "calls", oldDay + 1)])).toEqual(
      expect.arrayContaining([true, false]),
    );
    expect(await partitionOf(id)).toBeUndefined();
  });
});
