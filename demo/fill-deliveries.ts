import { sql } from "#db/client.ts";
import { countEnded } from "#lib/delivery/deliveries/record.ts";
import { classesPerDoubling } from "#lib/platform/traffic/duration-class.ts";

/** Every how manieth delivery failed for good, after an outage of the receiver; the others succeeded at once. */
const failedEvery = 17;
const attemptsOfFailed = 4;
const shown = 200;

/** Records deliveries of the world's newest events with their attempts, as if the webhook had been there. */
export async function recordDeliveries(worldId: number, webhookId: string): Promise<void> {
  await sql`
    with newest as (
      select *, row_number() over (order by id) as n from (select * from events where world_id = ${worldId} order by id desc limit ${shown}) e
    ), told as (
      select *, 'dlv_' || substr(id, 5, 10) || upper(substr(md5(id || ${webhookId}), 1, 16)) as delivery_id,
        n % ${failedEvery} = 0 as has_failed, (40 + (n * 37) % 260)::int as ms
      from newest
    ), ended as (
      insert into deliveries (id, world_id, webhook_id, event_id, event_type, subject_id, status, attempts, last_status_code, last_duration_ms, created_at, updated_at)
      select delivery_id, world_id, ${webhookId}, id, event_type, subject_id, case when has_failed then 'failed' else 'succeeded' end,
        case when has_failed then ${attemptsOfFailed}::int else 1 end, case when has_failed then 503 else 200 end, ms,
        created_at, created_at + case when has_failed then interval '27 minutes' else interval '1 second' end
      from told returning *
    ), tried as (
      insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms, status_code, response_body)
      select id, number, 'automatic', created_at + interval '9 minutes' * (number - 1), last_duration_ms, last_status_code,
        case status when 'failed' then '<h1>503 Service Unavailable</h1>' else '{"received":true}' end
      from ended, generate_series(1, attempts) number returning *
    ), by_hour as (
      insert into webhook_hours (webhook_id, hour, duration_class, attempts, failures)
      select ${webhookId}, date_trunc('hour', started_at, 'UTC'), round(${classesPerDoubling} * ln(duration_ms * 1000::float8) / ln(2::float8)), count(*),
        count(*) filter (where status_code >= 300)
      from tried group by 1, 2, 3
    ) ${sql.unsafe(countEnded)}`;
}
