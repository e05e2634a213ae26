import { sql } from "#db/client.ts";
import { until } from "#scripts/rehearsal/incidents.ts";
import type { Stage } from "#scripts/rehearsal/stage.ts";

/** Of the contracts that were answered with success between two instants. */
export interface Counts {
  acknowledged: number;
  stored: number;
  /** With exactly one event. */
  told: number;
  /** Whose delivery arrived. */
  arrived: number;
  /** Whose delivery arrived more than once. */
  repeated: number;
}

interface Row {
  cid: string;
  events: number;
  deliveries: string[];
}

/** Once every delivery is over: returns how to count, and the contracts that are stored although nobody was told so. */
export async function countLost({
  load,
  receiver,
  webhookId,
}: Stage): Promise<{ between: (from: number, to: number) => Counts; unknown: string[] }> {
  await until(async () => (await sql`select from delivery_queue where webhook_id = ${webhookId} limit 1`).length === 0);
  const [first] = load.created;
  const rows = await sql<Row[]>`
    select c.cid, count(distinct e.id)::int as events, array_agg(d.id) filter (where d.id is not null) as deliveries
    from contracts c join webhooks w on w.world_id = c.world_id and w.id = ${webhookId}
      left join events e on e.subject_id = c.cid and e.event_type = 'v2.contract.created'
      left join deliveries d on d.event_id = e.id and d.webhook_id = w.id
    where c.created_at >= w.created_at group by 1`;
  if (first === undefined || rows.length === 0) throw new Error("no contract was created");
  const stored = new Map(rows.map((row) => [row.cid, row]));
  const known = new Set(load.created.map(({ cid }) => cid));
  return {
    unknown: [...stored.keys()].filter((cid) => !known.has(cid)),
    between(from, to) {
      const asked = load.created.filter(({ at }) => at >= from && at < to);
      const found = asked.flatMap(({ cid }) => stored.get(cid) ?? []);
      const arrivals = found.flatMap(({ deliveries }) => Math.max(0, ...deliveries.map((id) => receiver.arrivals.get(id) ?? 0)));
      return {
        acknowledged: asked.length,
        stored: found.length,
        told: found.filter(({ events }) => events === 1).length,
        arrived: arrivals.filter((count) => count > 0).length,
        repeated: arrivals.filter((count) => count > 1).length,
      };
    },
  };
}
