import type { Sql } from "postgres";
import { encodeTime } from "ulid";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import {
  dayOf,
  dropPartition,
  ensurePartitions,
  findPartition,
  firstId,
  listPartitions,
  partitionedTableNames,
  spellDay,
} from "#db/partitions.ts";
import type { Partition, PartitionedTable } from "#db/partitions.ts";
import { countLockWaits, waitForLockWaits } from "#e2e/setup/lock-waits.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";

await useOwnDatabase();

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

/** The days of the partitions that begin in a period, to that before which they end. */
async function listBetween(table: PartitionedTable, from: string, to: string): Promise<string[]> {
  const partitions = (await listPartitions(sql, table)).filter((one) => spellDay(one.from) >= from && spellDay(one.from) < to);
  return partitions.map((one) => `${spellDay(one.from)} to ${spellDay(one.to)}`);
}

async function find(at: Date): Promise<Partition> {
  const partition = await findPartition(sql, "calls", dayOf(at));
  if (partition === undefined) throw new Error("there is no partition");
  return partition;
}

const drop = async (at: Date): Promise<boolean> => dropPartition(sql, await find(at));

describe("the partitions of the coming days", () => {
  test("have a week each in every table, to seven days ahead, though several instances create them at once", async () => {
    const now = new Date("2031-05-01T12:00:00.000Z");
    await Promise.all([ensurePartitions(sql, now), ensurePartitions(sql, now), ensurePartitions(sql, now)]);
    await ensurePartitions(sql, now);
    for (const table of partitionedTableNames) {
      expect(await listBetween(table, "2031-01-01", "2032-01-01")).toEqual(["2031-04-28 to 2031-05-05", "2031-05-05 to 2031-05-12"]);
    }
  });

  test("take the rows of their week to the millisecond, even rows from before they existed", async () => {
    const early = await recordCallAt(new Date("2033-02-01T12:00:00.000Z"));
    expect(await partitionOf(early)).toBe("calls_other_days");
    await ensurePartitions(sql, new Date("2033-02-01T00:00:00.000Z"));
    const [first, last] = [
      await recordCallAt(new Date("2033-01-31T00:00:00.000Z")),
      await recordCallAt(new Date("2033-02-06T23:59:59.999Z")),
    ];
    expect(await Promise.all([early, first, last].map(partitionOf))).toEqual(Array.from({ length: 3 }, () => "calls_week_20330131"));
    expect(await partitionOf(await recordCallAt(new Date("2033-02-07T00:00:00.000Z")))).toBe("calls_week_20330207");
  });

  test("begin where those of a day each end, and fill the gaps between them", async () => {
    for (const each of ["2032-03-10", "2032-03-11", "2032-03-13"]) {
      const from = Date.parse(each) / day;
      await sql.unsafe(`create table calls_${each.replaceAll("-", "")} partition of calls
        for values from ('${firstId("calls", from)}') to ('${firstId("calls", from + 1)}')`);
    }
    await ensurePartitions(sql, new Date("2032-03-10T12:00:00.000Z"));
    expect(await listBetween("calls", "2032-03-01", "2032-04-01")).toEqual([
      "2032-03-10 to 2032-03-11",
      "2032-03-11 to 2032-03-12",
      "2032-03-12 to 2032-03-13",
      "2032-03-13 to 2032-03-14",
      "2032-03-14 to 2032-03-15",
      "2032-03-15 to 2032-03-22",
    ]);
  });
});

describe("a change of the partitions", () => {
  const old = new Date("2020-03-01T00:00:00.000Z");

  test("blocks nobody for long, and is made once its lock is free", async () => {
    await ensurePartitions(sql, old);
    const reader = await sql.reserve();
    await reader`begin`;
    await reader`select 1 from calls limit 1`;
    const dropped = drop(old);
    await waitForLockWaits({ words: "detach partition" });
    // Queues behind the change, which gives up its place though the reader goes on.
    await sql`select 1 from calls limit 1`;
    await reader`commit`;
    reader.release();
    expect(await dropped).toBe(true);
  });

  test("that moves a row hides it from no statement that waits meanwhile", async () => {
    const at = new Date("2034-02-01T12:00:00.000Z");
    const id = await recordCallAt(at);
    const reader = await sql.reserve();
    await reader`begin`;
    await reader`lock table only calls_other_days in access share mode`;
    const made = ensurePartitions(sql, at);
    let isOver = false;
    let changed: Promise<{ count: number }>;
    do {
      // One that comes while the change has given up its place does not wait, and is sent again.
      isOver = false;
      changed = sql`update calls set status = 404 where execution_id = ${id}`.execute().finally(() => (isOver = true));
      await waitUntil(async () => isOver || (await countLockWaits()) === 2);
    } while (isOver);
    await reader`commit`;
    reader.release();
    expect((await changed).count).toBe(1);
    await made;
    expect(await partitionOf(id)).toBe("calls_week_20340130");
  });

  test("takes along a row that is committed while it waits for its lock", async () => {
    const at = new Date("2035-02-01T12:00:00.000Z");
    const writer = await sql.reserve();
    await writer`begin`;
    const id = await recordCallAt(at, writer);
    const made = ensurePartitions(sql, at);
    await waitForLockWaits();
    await writer`commit`;
    writer.release();
    await made;
    expect(await partitionOf(id)).toBe("calls_week_20350129");
  });

  test("that fails half-way changes nothing", async () => {
    const at = new Date(old.getTime() + day);
    const id = await recordCallAt(at);
    await sql.unsafe("create view holds_on as select * from calls_week_20200302");
    await expect(drop(at)).rejects.toThrow("other objects depend on it");
    expect(await partitionOf(id)).toBe("calls_week_20200302");
    await sql.unsafe("drop view holds_on");
    // Both instances have listed it before one of them drops it.
    const listed = await find(at);
    expect(await Promise.all([dropPartition(sql, listed), dropPartition(sql, listed)])).toEqual(expect.arrayContaining([true, false]));
    expect(await partitionOf(id)).toBeUndefined();
  });
});
