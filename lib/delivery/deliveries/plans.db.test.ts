import { beforeAll, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { dayOf, ensurePartitions, findPartition, firstId } from "#db/partitions.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { startDispatcher } from "#lib/delivery/deliveries/dispatcher.ts";
import { listAttempts, listOverdue } from "#lib/delivery/deliveries/due.ts";
import { releaseLeases } from "#lib/delivery/deliveries/lease.ts";
import type { LeasedDelivery } from "#lib/delivery/deliveries/lease.ts";
import { acquire, acquireNext, addWebhook, attemptOf, sampleEvent, makeWorld, slotsOf } from "#lib/delivery/deliveries/queue.fixture.ts";
import { recordAttempts } from "#lib/delivery/deliveries/record.ts";
import type { Outcome } from "#lib/delivery/deliveries/rules/retries.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import { newId } from "#lib/platform/ids.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

// One connection for statements and one for transactions, whose counters can be read exactly.
await useOwnDatabase({ isNarrow: true });

const now = new Date();
const inAMinute = new Date(now.getTime() + 60_000);
const msPerDay = 86_400_000;
const days = 40;
const rowsPerDay = 200;
const waitingForDead = 100_000;
/** Postgres plans prepared statements anew five times before it may choose a generic plan. */
const rounds = 8;

const slots = slotsOf(8, 200);
const idsOf = (deliveries: readonly { deliveryId: string }[]) => deliveries.map(({ deliveryId }) => deliveryId);

let worldId: number;

/** The prefix of a day's identifiers. */
function beginningOfIds(table: "events" | "deliveries", day: number): string {
  return firstId(table, day).slice(0, -"0".repeat(16).length);
}

/** Inserts events of a day with their deliveries; today's are queued. */
async function fillDay(webhookId: string, day: number, count: number, status: "succeeded" | "pending"): Promise<void> {
  const [event, delivery] = [beginningOfIds("events", day), beginningOfIds("deliveries", day)];
  const suffix = webhookId.slice(-4);
  await sql`
    with numbers as (select lpad(number::text, 12, '0') || ${suffix} as n from generate_series(1, ${count}::int) number), told as (
      insert into events (id, world_id, event_type, subject_id, payload, created_at)
      select ${event} || n, ${worldId}, 'v2.contract.created', n, '{}', now() from numbers
    ), sent as (
      insert into deliveries (id, world_id, webhook_id, event_id, event_type, status, next_attempt_at, created_at, updated_at)
      select ${delivery} || n, ${worldId}, ${webhookId}, ${event} || n, 'v2.contract.created', ${status}, ${status === "pending" ? now.toISOString() : null}, now(), now()
      from numbers
    ), made as (
      insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms)
      select ${delivery} || n, 1, 'automatic', now(), 1 from numbers where ${status} = 'succeeded'
    )
    insert into delivery_queue (delivery_id, event_id, webhook_id, due_at)
    select ${delivery} || n, ${event} || n, ${webhookId}, ${now} - interval '1 hour' from numbers where ${status} = 'pending'`;
}

interface Reads {
  table: string;
  wholeScans: number;
  lookUps: number;
  /** Index entries read. */
  entries: number;
}

/** Makes each connection report its counters. */
async function flushReads(): Promise<void> {
  await sql`select pg_stat_force_next_flush()`;
  await sql.begin((tx) => tx`select pg_stat_force_next_flush()`);
}

async function forgetReads(): Promise<void> {
  await flushReads();
  await sql`select pg_stat_reset()`;
}

/** The reads of each table since `forgetReads`. */
async function countReads(): Promise<Reads[]> {
  await flushReads();
  return sql<Reads[]>`
    select t.relname as table, t.seq_scan::int as "wholeScans", coalesce(t.idx_scan, 0)::int as "lookUps",
      (select coalesce(sum(idx_tup_read), 0)::int from pg_stat_user_indexes i where i.relid = t.relid) as entries
    from pg_stat_user_tables t`;
}

beforeAll(async () => {
  for (let age = days; age >= 0; age -= 8) await ensurePartitions(sql, new Date(now.getTime() - age * msPerDay));
  worldId = await makeWorld();
  const webhooks = await Promise.all(Array.from({ length: 30 }, () => addWebhook(worldId)));
  const [dead, ...others] = webhooks as [string, ...string[]];
  const today = dayOf(now);
  for (let age = 1; age <= days; age += 1) await fillDay(dead, today - age, rowsPerDay, "succeeded");
  await withPatience(() => fillDay(dead, today, waitingForDead, "pending"));
  for (const webhookId of others) await fillDay(webhookId, today, 100, "pending");
  const neighbour = await makeWorld();
  await sql`
    insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
    select 'whk_' || n, ${neighbour}, n, 'https://hooks.example.com/', true, '{v2.contract.created}', now(), now() from generate_series(1, 5000) n`;
  await sql`vacuum analyze`;
});

const succeeded = { status: "succeeded", nextAttemptAt: null } as const;
const retrying = (nextAttemptAt: Date) => ({ status: "retrying", nextAttemptAt, cycleAttempt: 2 }) as const;

/** Alternates between the outcomes. */
const record = (leased: readonly LeasedDelivery[], ...outcomes: [Outcome, ...Outcome[]]) =>
  recordAttempts(
    "run_1",
    leased.map((delivery, index) => attemptOf(delivery, outcomes[index % outcomes.length] ?? outcomes[0])),
    now,
  );

test("frequent statements read only the partition of their week, and never the whole queue", async () => {
  await forgetReads();
  const sender = createSender({ allowedHosts: [] });
  const dispatcher = startDispatcher(sender);
  for (let round = 0; round < rounds; round += 1) {
    const leased = await acquire("run_1", now, slots);
    expect(leased).toHaveLength(200);
    await record(leased.slice(0, 100), succeeded, retrying(inAMinute));
    await record(leased.slice(100, 101), succeeded);
    await releaseLeases("run_1", idsOf(leased.slice(101)));
    const last = leased.at(-1)?.deliveryId ?? "";
    expect(await acquireNext("run_2", last, now)).toBeDefined();
    await releaseLeases("run_2", [last]);
    // It is sent without a database connection, and recorded.
    await transact((tx) => emit(tx, [sampleEvent(worldId, { id: newId("prod") })], realMoment(now)));
  }
  await dispatcher.stop();
  await sender.close();

  const reads = await countReads();
  const week = (await findPartition(sql, "deliveries", dayOf(now)))?.name.slice("deliveries".length) ?? "none";
  const ofOtherWeeks = reads.filter(
    ({ table, wholeScans, lookUps }) => /_\d{8}$/.test(table) && !table.endsWith(week) && wholeScans + lookUps > 0,
  );
  expect(ofOtherWeeks).toEqual([]);
  const ofThisWeek = reads.filter(({ table }) => table.endsWith(week) || table === "webhooks" || table === "delivery_queue");
  expect(ofThisWeek.filter(({ wholeScans }) => wholeScans > 0)).toEqual([]);
  const entriesOf = (name: string) => reads.find(({ table }) => table === name)?.entries ?? Number.NaN;
  expect(entriesOf("delivery_queue")).toBeLessThan(waitingForDead);
  expect(entriesOf(`deliveries${week}`)).toBeLessThan(2 * rounds * (101 + 30 * 4));
});

test("a plan made for an almost empty queue is also fast on a full one", async () => {
  const [few, many] = [await addWebhook(worldId), await addWebhook(worldId)];
  // A vacuum of its own accord would have Postgres plan anew, with other figures than those of the almost empty queue.
  await sql`alter table delivery_queue set (autovacuum_enabled = false)`;
  await sql`truncate delivery_queue`;
  await fillDay(few, dayOf(now), 1, "pending");
  await sql`vacuum analyze delivery_queue`;

  /** Everything that instances do with the queue; except for the first step, each leaves it unchanged. */
  const work = async (): Promise<void> => {
    const leased = await acquire("run_1", now, slots);
    await record(leased, retrying(now));
    const ids = idsOf(await acquire("run_1", now, slots));
    expect(ids).toHaveLength(leased.length);
    await releaseLeases("run_1", ids);
    const [id = ""] = ids;
    expect(await acquireNext("run_2", id, now)).toBeDefined();
    await releaseLeases("run_2", [id]);
    expect(await listAttempts({ deliveryIds: [id] }, now)).toHaveLength(1);
    expect((await listAttempts({ webhookId: few }, now)).length).toBeGreaterThan(0);
    expect((await listOverdue(new Date(now.getTime() + 120_000))).length).toBeGreaterThan(0);
  };
  for (let round = 0; round < rounds; round += 1) await work();

  await withPatience(() => fillDay(many, dayOf(now), waitingForDead, "pending"));
  await forgetReads();
  for (let round = 0; round < rounds; round += 1) await work();
  const queue = (await countReads()).find(({ table }) => table === "delivery_queue");
  expect(queue).toMatchObject({ wholeScans: 0 });
  expect(queue?.entries).toBeGreaterThan(0);
  expect(queue?.entries).toBeLessThan(waitingForDead);
});
