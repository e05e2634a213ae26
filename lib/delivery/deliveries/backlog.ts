import { sql } from "#db/client.ts";

/** The limit per webhook, low enough for every count. A higher number would only say "many". */
const maxCounted = 1_000;

/** Counts due deliveries without a lease, up to 1,000 of each webhook, and how many seconds the oldest has waited. */
export async function readBacklog(now: Date): Promise<{ due: number; oldestSeconds: number }> {
  const [row] = await sql<{ due: number; oldest: Date | null }[]>`
    select count(*)::int as due, min(due_at) as oldest
    from webhooks w cross join (values ('automatic'), ('manual'), ('replay')) triggers (name) cross join lateral (
      select due_at from delivery_queue
      where webhook_id = w.id and trigger = triggers.name and due_at <= ${now} and (leased_until is null or leased_until < now())
      order by due_at limit ${maxCounted}
    ) waiting
    where w.enabled and w.deleted_at is null`;
  const oldest = row?.oldest ?? null;
  return { due: row?.due ?? 0, oldestSeconds: oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000) };
}
