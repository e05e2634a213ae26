import { sql } from "#db/client.ts";
import { withoutDeadline } from "#db/deadline.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { log } from "#lib/platform/log/log.ts";
import { onReset } from "#lib/platform/process/reset.ts";
import { classOf } from "#lib/platform/traffic/ranges.ts";

/** The longest time whose counts a crash can lose. Counting with each batch would cost several writes each. */
const flushAfterMs = 1000;
const msPerHour = 3_600_000;

interface HourCount {
  world_id: number;
  /** In milliseconds until it is written. */
  hour: number;
  duration_class: number;
  key_id: string;
  calls: number;
  errors: number;
}

interface ErrorCount extends Pick<HourCount, "world_id" | "hour" | "calls"> {
  endpoint: string;
  error_code: number;
}

let hours = new Map<string, HourCount>();
let refused = new Map<string, ErrorCount>();
let timer: NodeJS.Timeout | undefined;
let flushing: Promise<void> | undefined;
onReset(takeCounts);

/** Counts a call in `call_hours` by hour, duration and key, and a refused one in `error_hours` by endpoint and code. */
export function countCall({ worldId, keyId, at, durationMicros, waitedMicros = 0, status, endpoint, errorCode }: CallRecord): void {
  const hour = Math.floor(at.getTime() / msPerHour) * msPerHour;
  const isRefused = status >= 400;
  addHour({
    world_id: worldId,
    hour,
    duration_class: classOf(durationMicros - waitedMicros),
    key_id: keyId,
    calls: 1,
    errors: isRefused ? 1 : 0,
  });
  if (isRefused) addError({ world_id: worldId, hour, endpoint: endpoint ?? "", error_code: errorCode ?? status, calls: 1 });
  flushSoon();
}

function flushSoon(): void {
  // An idle process flushes when it ends.
  timer ??= withoutDeadline(() => setTimeout(() => void flushHours(), flushAfterMs).unref());
}

export async function flushHours(): Promise<void> {
  await flushing;
  await (flushing = write().finally(() => (flushing = undefined)));
}

function addHour(count: HourCount): void {
  const name = `${count.world_id} ${count.hour} ${count.duration_class} ${count.key_id}`;
  const counted = hours.get(name);
  if (counted === undefined) hours.set(name, count);
  else {
    counted.calls += count.calls;
    counted.errors += count.errors;
  }
}

function addError(count: ErrorCount): void {
  const name = `${count.world_id} ${count.hour} ${count.endpoint} ${count.error_code}`;
  const counted = refused.get(name);
  if (counted === undefined) refused.set(name, count);
  else counted.calls += count.calls;
}

function takeCounts(): [HourCount[], ErrorCount[]] {
  const counts: [HourCount[], ErrorCount[]] = [[...hours.values()], [...refused.values()]];
  hours = new Map();
  refused = new Map();
  return counts;
}

async function write(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const [counts, errors] = takeCounts();
  if (counts.length === 0) return;
  try {
    // In one order, so that two instances cannot deadlock.
    await sql`
      with errors as (
        insert into error_hours as counted (world_id, hour, endpoint, error_code, calls)
        select * from json_to_recordset(${textOf(errors)}::text::json)
          as r (world_id int, hour timestamptz, endpoint text, error_code int, calls bigint)
        order by 1, 2, 3, 4
        on conflict (world_id, hour, endpoint, error_code) do update set calls = counted.calls + excluded.calls
      )
      insert into call_hours as counted (world_id, hour, duration_class, key_id, calls, errors)
      select * from json_to_recordset(${textOf(counts)}::text::json)
        as r (world_id int, hour timestamptz, duration_class int2, key_id text, calls bigint, errors bigint)
      order by 1, 2, 3, 4
      on conflict (world_id, hour, duration_class, key_id) do update
      set calls = counted.calls + excluded.calls, errors = counted.errors + excluded.errors`;
  } catch (error) {
    log.error({ error, hours: counts.length }, "calls were not counted; they are with the next");
    for (const count of counts) addHour(count);
    for (const count of errors) addError(count);
    flushSoon();
  }
}

function textOf(counts: readonly (HourCount | ErrorCount)[]): string {
  return JSON.stringify(counts.map((count) => ({ ...count, hour: new Date(count.hour) })));
}
