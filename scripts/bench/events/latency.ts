import type { Sql } from "postgres";
import type { Committed } from "#scripts/bench/events/instance.ts";
import type { Arrivals } from "#scripts/bench/events/receiver.ts";
import type { Subscriber } from "#scripts/bench/events/subject.ts";

/** From commit to arrival, in milliseconds, and how many arrived in a second. */
export interface Latency {
  events: number;
  eventsPerSecond: number;
  p50: number;
  p99: number;
}

/** How long what was committed took to arrive at these subscribers; throws where something did not. */
export async function measureLatency(
  sql: Sql,
  { subjects, at, seconds }: Committed,
  arrivals: Arrivals,
  subscribers: readonly Subscriber[],
): Promise<Latency> {
  const committedAt = new Map(subjects.map((subject, index) => [subject, at[index] ?? Number.NaN]));
  const arrivedAt = new Map(arrivals.eventIds.map((id, index) => [id, arrivals.at[index] ?? Number.NaN]));
  const events = await sql<{ id: string; subjectId: string }[]>`
    select id, subject_id as "subjectId" from events
    where subject_id = any(${subjects}::text[]) and world_id = any(${subscribers.map(({ worldId }) => worldId)}::int[])`;
  const waits = events.map(({ id, subjectId }) => (arrivedAt.get(id) ?? Number.NaN) - (committedAt.get(subjectId) ?? Number.NaN));
  const missing = waits.filter(Number.isNaN).length;
  if (missing > 0) throw new Error(`${missing} of ${waits.length} events did not arrive`);
  const sorted = Float64Array.from(waits).toSorted();
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { events: events.length, eventsPerSecond: events.length / seconds, p50: quantile(0.5), p99: quantile(0.99) };
}
