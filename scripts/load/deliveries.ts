import type { TransactionSql } from "postgres";
import { sql } from "#db/client.ts";
import { dayOf, firstId } from "#db/partitions.ts";
import type { PartitionedTable } from "#db/partitions.ts";
import type { Stretch } from "#scripts/load/calls.ts";
import { randomLetters, timeLetters } from "#scripts/load/ids.ts";
import { loadKinds } from "#scripts/load/kinds.ts";
import { contractAt, loadSubjects } from "#scripts/load/subjects.ts";

export interface LoadWebhooks {
  all: string;
  most: string;
  few: string;
  /** A disabled webhook, whose deliveries wait. */
  waiting: string;
  /** Further ones, where there are many deliveries for each event. */
  others: readonly string[];
}

/** Failed and cancelled deliveries in ten thousand; the others succeed. */
const [failed, cancelled] = [200, 40];

/**
 * Fills a day with so many events, and so many deliveries of them with their attempts, evenly. Events have the day's calls as their causes,
 * which are filled before; if these are too few, contracts end by time. Returns how many deliveries there are now.
 */
export async function fillDeliveries(
  tx: TransactionSql,
  { worldId, webhooks, events, count }: { worldId: number; webhooks: LoadWebhooks; events: number; count: number },
  { from, to }: Stretch,
): Promise<number> {
  const day = dayOf(from);
  const within = (table: PartitionedTable, column: string) =>
    sql`${sql(column)} >= ${firstId(table, day)} and ${sql(column)} < ${firstId(table, day + 1)}`;
  const causes = loadKinds
    .filter(({ event }) => event !== null)
    .map(({ endpoint, preview, status, event }) => ({ endpoint, preview, status, event }));
  const each = Math.floor(count / Math.max(1, events));
  const { count: caused } = await tx`
    with cause as materialized (
      select * from json_to_recordset(${JSON.stringify(causes)}::text::json) as cause (endpoint text, preview boolean, status int2, event text)
    )
    insert into events (id, world_id, event_type, subject_id, execution_id, payload, created_at)
    select 'evt_' || substr(c.execution_id, 6), ${worldId}, c.event, coalesce(c.subject_id, '01K' || substr(c.execution_id, 9, 23)), c.execution_id,
      '{"event_type":"' || c.event || '","data":{"reference":"' || substr(c.execution_id, 6) || '"}}', c.at
    from (
      select calls.*, cause.event from calls join cause using (endpoint, preview, status)
      where world_id = ${worldId} and ${within("calls", "execution_id")} and error_code is null
      order by execution_id limit ${events}
    ) c`;
  await tx`
    insert into events (id, world_id, event_type, subject_id, payload, created_at)
    select 'evt_' || ${timeLetters(sql`ms`)} || ${randomLetters(sql`'ended' || ms || n`)}, ${worldId}, 'v2.contract.closed', contract, '{"event_type":"v2.contract.closed","data":{"cid":"' || contract || '"}}', to_timestamp(ms / 1000.0)
    from (
      select n, ${from.getTime()}::bigint + floor(random() * ${to.getTime() - from.getTime()}::float8)::bigint as ms,
        ${contractAt(worldId, sql`(n % ${loadSubjects}::int)`)} as contract
      from generate_series(1, ${events - caused}::int) n offset 0
    ) ended`;
  const [made] = await tx<[{ deliveries: number }]>`
    with sent as (
      insert into deliveries (id, world_id, webhook_id, event_id, event_type, subject_id, status, attempts, last_status_code, last_error, last_duration_ms, created_at, updated_at)
      select 'dlv_' || substr(e.id, 5, 10) || ${randomLetters(sql`e.id || w.id`)}, ${worldId}, w.id, e.id, e.event_type, e.subject_id, e.outcome,
        case e.outcome when 'succeeded' then 1 when 'failed' then 4 else 0 end,
        case e.outcome when 'succeeded' then 200 when 'failed' then case when e.luck % 3 < 2 then 503 end end,
        case when e.outcome = 'failed' and e.luck % 3 = 2 then 'timeout' end,
        case e.outcome when 'succeeded' then 20 + e.luck % 300 when 'failed' then 10000 end, e.created_at,
        e.created_at + case e.outcome when 'failed' then interval '36 minutes' else interval '1 second' end
      from (
        select *, case when luck < ${failed} then 'failed' when luck < ${failed + cancelled} then 'cancelled' else 'succeeded' end as outcome
        from (
          select *, abs(hashtext(id)) % 10000 as luck, row_number() over (order by id) as n from events where world_id = ${worldId} and ${within("events", "id")}
        ) e
      ) e join unnest((array[${webhooks.all}, case when e.luck % 10 = 9 then ${webhooks.few} else ${webhooks.most} end] || ${[...webhooks.others]}::text[])
        [:${each}::int + case when e.n <= ${count - each * events}::int then 1 else 0 end]) as w (id) on true
      returning id, world_id, status, attempts, last_status_code, last_error, created_at, updated_at
    ), tried as (
      insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms, status_code, error, error_detail, response_body)
      select id, number, 'automatic', created_at + interval '9 minutes' * (number - 1), 50, last_status_code, last_error,
        case when last_error is not null then 'no answer' end, case when last_status_code is not null then 'ok' end
      from sent, generate_series(1, attempts) number
    ), counted as (
      insert into delivery_hours as counted (world_id, hour, outcome, deliveries)
      select world_id, date_trunc('hour', updated_at, 'UTC'), status, count(*) from sent group by 1, 2, 3
      on conflict (world_id, hour, outcome) do update set deliveries = counted.deliveries + excluded.deliveries
    )
    select count(*)::int as deliveries from sent`;
  return made.deliveries;
}

/** Fills deliveries of the world's newest events that wait for their disabled webhook, half of them after an attempt; returns how many. */
export async function fillWaiting(
  tx: TransactionSql,
  { worldId, webhooks, count }: { worldId: number; webhooks: LoadWebhooks; count: number },
): Promise<number> {
  const { count: waiting } = await tx`
    with waiting as (
      insert into deliveries (id, world_id, webhook_id, event_id, event_type, subject_id, status, attempts, next_attempt_at, last_status_code, created_at, updated_at)
      select 'dlv_' || substr(e.id, 5, 10) || ${randomLetters(sql`e.id || ${webhooks.waiting}`)}, ${worldId}, ${webhooks.waiting}, e.id, e.event_type, e.subject_id,
        case when e.n % 2 = 0 then 'retrying' else 'pending' end, 1 - e.n % 2, e.created_at, case when e.n % 2 = 0 then 503 end, e.created_at, e.created_at
      from (
        select *, row_number() over (order by id) as n from (select * from events where world_id = ${worldId} order by id desc limit ${count}) newest
      ) e
      on conflict do nothing
      returning id, event_id, webhook_id, next_attempt_at, attempts
    ), tried as (
      insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms, status_code, response_body)
      select id, 1, 'automatic', next_attempt_at, 50, 503, 'busy' from waiting where attempts > 0
    )
    insert into delivery_queue (delivery_id, event_id, webhook_id, due_at, cycle_attempt, attempts)
    select id, event_id, webhook_id, next_attempt_at, attempts + 1, attempts from waiting`;
  return waiting;
}
