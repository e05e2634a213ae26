import postgres from "postgres";
import { Pool } from "undici";
import type { Dispatcher } from "undici";
import { connectionParameters } from "#db/connection-parameters.ts";
import { serveCalls } from "#scripts/bench/processes.ts";

/** Connections to each endpoint, the same number as the runner's. */
const connectionsPerEndpoint = 8;
const batchSize = 100;
/** Concurrent batches, so that one uses the time that another waits. */
const batchesAtOnce = 4;

interface Claimed {
  id: string;
  eventId: string;
  url: string;
  payload: string;
}

/**
 * The ceiling: claims rows in batches, posts the stored bodies over reused connections, and records the attempts in batches. It has no
 * slots, order, address guard, time-out, retries or outcome of deliveries.
 */
async function drain({ databaseUrl, databaseSocket }: { databaseUrl: string; databaseSocket: string }): Promise<void> {
  const sql = postgres(databaseUrl, {
    max: batchesAtOnce,
    path: databaseSocket,
    connection: connectionParameters,
  });
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    const pool =
      pools.get(origin) ?? new Pool(origin, { connections: connectionsPerEndpoint, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
    pools.set(origin, pool);
    return pool;
  };
  await Promise.all(
    Array.from({ length: batchesAtOnce }, async () => {
      for (;;) {
        const claimed = await sql<Claimed[]>`
          with claimed as (
            update delivery_queue q set leased_by = 'ceiling', leased_until = now() + interval '30 seconds'
            from (select delivery_id from delivery_queue where leased_until is null order by delivery_id limit ${batchSize} for update skip locked) due
            where q.delivery_id = due.delivery_id returning q.delivery_id, q.event_id, q.webhook_id
          )
          select c.delivery_id as id, c.event_id as "eventId", w.url, e.payload
          from claimed c join webhooks w on w.id = c.webhook_id cross join lateral (select payload from events where id = c.event_id offset 0) e`;
        if (claimed.length === 0) return;
        const statuses = await Promise.all(claimed.map((delivery) => post(poolOf(new URL(delivery.url).origin), delivery)));
        const ids = claimed.map(({ id }) => id);
        await sql`
          with gone as (delete from delivery_queue where delivery_id = any(${ids}::text[]))
          insert into delivery_attempts (delivery_id, number, trigger, started_at, duration_ms, status_code)
          select id, 1, 'automatic', now(), 1, status from unnest(${ids}::text[], ${statuses}::int[]) as made (id, status)`;
      }
    }),
  );
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  await sql.end();
}

function post(pool: Pool, { id, eventId, payload }: Claimed): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, code) => void (status = code),
      onResponseData: () => undefined,
      onResponseEnd: () => resolve(status),
      onResponseError: (_controller, error) => reject(error),
    };
    const headers = { "content-type": "application/json", "x-event-id": eventId, "x-delivery-id": id, "x-delivery-attempt": "1" };
    pool.dispatch({ path: "/", method: "POST", headers, body: payload }, handler);
  });
}

const methods = { drain };
export type CeilingMethods = typeof methods;
serveCalls(methods);
