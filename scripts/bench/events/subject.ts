import type { Sql } from "postgres";
import { encodeTime } from "ulid";
import { eventSamples } from "#lib/events/samples.ts";

/** A webhook in a world of its own. */
export interface Subscriber {
  worldId: number;
  webhookId: string;
  url: string;
}

/** Webhooks that ask for contracts that were created, each in a world of its own at an endpoint of its own. */
export async function makeSubscribers(sql: Sql, ports: readonly number[]): Promise<Subscriber[]> {
  const subscribers: Subscriber[] = [];
  for (const port of ports) {
    const name = `subscriber ${port}`;
    const webhookId = `whk_${port}`;
    const url = urlOf(port);
    await sql`insert into partners (id, name, created_at) values (${name}, ${name}, now())`;
    const [world] = await sql<{ id: number }[]>`insert into worlds (partner_id, environment) values (${name}, 'production') returning id`;
    if (world === undefined) throw new Error("there is no world");
    await sql`
      insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
      values (${webhookId}, ${world.id}, ${name}, ${url}, true, '{v2.contract.created}', now(), now())`;
    subscribers.push({ worldId: world.id, webhookId, url });
  }
  return subscribers;
}

export function urlOf(port: number): string {
  return `http://localhost:${port}/`;
}

let fillings = 0;

/** Queues so many deliveries that are due, in turns for the subscribers, as `emit` would have. */
export async function fillQueue(sql: Sql, subscribers: readonly Subscriber[], count: number): Promise<void> {
  fillings += 1;
  const now = new Date();
  const beginning = encodeTime(now.getTime(), 10);
  const payload = JSON.stringify({ event_type: "v2.contract.created", data: eventSamples["v2.contract.created"] });
  await sql`truncate delivery_queue`;
  await sql`
    with numbers as (
      select n, ${beginning} || lpad(${fillings}::text, 4, '0') || lpad(n::text, 12, '0') as id, s.world_id, s.webhook_id from generate_series(0, ${count - 1}::int) n
      join unnest(${subscribers.map(({ worldId }) => worldId)}::int[], ${subscribers.map(({ webhookId }) => webhookId)}::text[])
        with ordinality as s (world_id, webhook_id, number) on s.number = n % ${subscribers.length} + 1
    ), told as (
      insert into events (id, world_id, event_type, subject_id, payload, created_at)
      select 'evt_' || id, world_id, 'v2.contract.created', 'bench', ${payload}, ${now.toISOString()} from numbers order by n
    ), sent as (
      insert into deliveries (id, world_id, webhook_id, event_id, event_type, status, next_attempt_at, created_at, updated_at)
      select 'dlv_' || id, world_id, webhook_id, 'evt_' || id, 'v2.contract.created', 'pending', ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from numbers order by n
    )
    insert into delivery_queue (delivery_id, event_id, webhook_id, due_at)
    select 'dlv_' || id, 'evt_' || id, webhook_id, ${now.toISOString()}::timestamptz + n * interval '1 microsecond' from numbers order by n`;
  await sql`vacuum analyze delivery_queue, events, deliveries, delivery_attempts`;
}
