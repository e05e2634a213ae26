import { encodeTime } from "ulid";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { dayOf, ensurePartitions, findPartition } from "#db/partitions.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { makeWebhook, readDelivery, setEnabled } from "#jobs/webhook.fixture.ts";
import type { SampleWebhook } from "#jobs/webhook.fixture.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { startDispatcher } from "#lib/delivery/deliveries/dispatcher.ts";
import { expireDeliveries } from "#lib/delivery/deliveries/expire.ts";
import { replay } from "#lib/delivery/deliveries/replay.ts";

await useOwnDatabase();

const day = 86_400_000;
const keptDays = 90;
let now = new Date("2001-06-15T10:00:00.000Z");
let webhook: SampleWebhook;
const ago = (days: number) => new Date(now.getTime() - days * day);

beforeEach(async () => {
  now = new Date(now.getTime() + 365 * day);
  webhook = await makeWebhook(200);
});
afterEach(() => webhook.close());

/** Deliveries of a past day, each with its event and one attempt; unfinished ones are queued. */
async function makeDeliveries(at: Date, status: "succeeded" | "retrying", count = 1): Promise<[string, ...string[]]> {
  const time = encodeTime(at.getTime(), 10);
  const when = at.toISOString();
  const rows = await sql<{ id: string }[]>`
    with numbers as (select n, ${time} || lpad(n::text, 16, '0') as ulid from generate_series(1, ${count}) n),
    told as (
      insert into events (id, world_id, event_type, subject_id, payload, created_at)
      select 'evt_' || ulid, ${webhook.world.id}, 'v2.contract.created', 'contract', '{"n":' || n || '}', ${when} from numbers
    ), sent as (
      insert into deliveries (id, world_id, webhook_id, event_id, event_type, status, attempts, next_attempt_at, created_at, updated_at)
      select 'dlv_' || ulid, ${webhook.world.id}, ${webhook.id}, 'evt_' || ulid, 'v2.contract.created', ${status}, 1,
        ${status === "retrying" ? when : null}::timestamptz, ${when}, ${when} from numbers
    ), tried as (
      insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms, status_code)
      select 'dlv_' || ulid, 1, 'automatic', ${when}, 5, 500 from numbers
    ), queued as (
      insert into delivery_queue (delivery_id, event_id, webhook_id, due_at, cycle_attempt, attempts)
      select 'dlv_' || ulid, 'evt_' || ulid, ${webhook.id}, ${when}, 2, 1 from numbers where ${status} = 'retrying'
    )
    select 'dlv_' || ulid as id from numbers order by n`;
  return rows.map(({ id }) => id) as [string, ...string[]];
}

/** Counts the rows of these deliveries in each table. */
async function countRows(ids: readonly string[]) {
  const [row] = await sql`
    select (select count(*)::int from deliveries where id = any(${ids as string[]}::text[])) as deliveries,
      (select count(*)::int from delivery_attempts where delivery_id = any(${ids as string[]}::text[])) as attempts,
      (select count(*)::int from events where id = any(${ids.map((id) => id.replace("dlv_", "evt_"))}::text[])) as events`;
  return row;
}

const all = (count: number) => ({ deliveries: count, attempts: count, events: count });

describe("expired deliveries", () => {
  // rules/events.md#read-5
  test("are deleted with their events and attempts, and newer ones are not", async () => {
    for (const back of [95, 90]) await ensurePartitions(sql, ago(back));
    const old = await makeDeliveries(ago(91), "succeeded", 3);
    const kept = await makeDeliveries(ago(90), "succeeded", 3);
    const withoutPartition = await makeDeliveries(ago(200), "succeeded", 3);
    await expireDeliveries(now, keptDays);
    expect([await countRows(old), await countRows(withoutPartition), await countRows(kept)]).toEqual([all(0), all(0), all(3)]);
  });

  test("that are not over stay, can be sent, and are deleted once they are over", async () => {
    await ensurePartitions(sql, ago(91));
    const over = await makeDeliveries(new Date(ago(91).getTime() + 1), "succeeded", 50);
    const [waiting] = await makeDeliveries(ago(91), "retrying");
    await setEnabled(webhook, false);
    await expireDeliveries(now, keptDays);
    expect([await countRows(over), await countRows([waiting])]).toEqual([all(0), all(1)]);
    await expireDeliveries(now, keptDays);
    expect(await countRows([waiting])).toEqual(all(1));

    await setEnabled(webhook, true);
    const dispatcher = startDispatcher(webhook.sender, { clock: () => now });
    expect(await dispatcher.attemptOne(waiting, ago(91))).toBeNull();
    await dispatcher.stop();
    expect(webhook.receiver.requests.map(({ body }) => body.toString())).toEqual(['{"n":1}']);
    expect(await readDelivery(waiting)).toEqual({ status: "succeeded", attempts: 2, queued: null });
    await expireDeliveries(now, keptDays);
    expect(await countRows([waiting])).toEqual(all(0));
  });

  test("are deleted to the day while their week has not ended", async () => {
    // 91 days before it is another Monday.
    now = new Date("2012-07-02T10:00:00.000Z");
    await ensurePartitions(sql, ago(91));
    // More than a batch.
    const old = await makeDeliveries(new Date(ago(91).getTime() + 1), "succeeded", 5_001);
    const [waiting] = await makeDeliveries(ago(91), "retrying");
    const kept = await makeDeliveries(ago(90), "succeeded", 3);
    const partition = await findPartition(sql, "deliveries", dayOf(ago(91)));
    await expireDeliveries(now, keptDays);
    expect([await countRows(old), await countRows([waiting]), await countRows(kept)]).toEqual([all(0), all(1), all(3)]);
    expect(await findPartition(sql, "deliveries", dayOf(ago(91)))).toEqual(partition);
  });

  test("are deleted once, though several instances delete them", async () => {
    await ensurePartitions(sql, ago(97));
    const old = await makeDeliveries(ago(92), "succeeded", 20);
    const waiting = await makeDeliveries(ago(93), "retrying", 20);
    await Promise.all(Array.from({ length: 4 }, () => expireDeliveries(now, keptDays)));
    expect([await countRows(old), await countRows(waiting)]).toEqual([all(0), all(20)]);
  });

  test("leave their partition where it is while too many of its rows are not over to be moved quickly", async () => {
    await ensurePartitions(sql, ago(98));
    const waiting = await makeDeliveries(ago(98), "retrying", 5_001);
    const over = await makeDeliveries(new Date(ago(98).getTime() + 1), "succeeded", 5);
    const partition = () => findPartition(sql, "deliveries", dayOf(ago(98)));
    await expireDeliveries(now, keptDays);
    expect([await countRows(waiting), await countRows(over)]).toEqual([all(5_001), all(0)]);
    expect(await partition()).toBeDefined();
    await sql`delete from delivery_queue where delivery_id = any(${waiting.slice(5)}::text[])`;
    await sql`update deliveries set status = 'cancelled', next_attempt_at = null where id = any(${waiting.slice(5)}::text[])`;
    await expireDeliveries(now, keptDays);
    expect(await countRows(waiting)).toEqual(all(5));
    expect(await partition()).toBeUndefined();
  });
});

test("a concurrent replay keeps the rows that it needs, or is refused", async () => {
  await ensurePartitions(sql, ago(91));
  const ids = await makeDeliveries(ago(91), "succeeded", 40);
  const replays = ids.map((id) => replay({ ...operatorContext("tests", now), world: webhook.world, realTime: now }, id, 1));
  const [, outcomes] = await Promise.all([expireDeliveries(now, keptDays), Promise.allSettled(replays)]);
  const replayed = ids.filter((_id, index) => outcomes[index]?.status === "fulfilled");
  await expireDeliveries(now, keptDays);
  const queued = await sql<
    { id: string }[]
  >`select delivery_id as id from delivery_queue where delivery_id = any(${ids}::text[]) order by 1`;
  expect(queued.map(({ id }) => id)).toEqual(replayed);
  expect(await countRows(ids)).toEqual(all(replayed.length));
});
