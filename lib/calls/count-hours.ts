import { sql } from "#db/client.ts";
import { classOf } from "#lib/calls/rules/duration-class.ts";
import type { CallRecord } from "#lib/calls/schema.ts";
import { log } from "#lib/log.ts";

/** What a crash can lose of the charts. Counting with each batch would cost several writes each. */
const flushAfterMs = 1000;
const msPerHour = 3_600_000;

interface HourCount {
  worldId: number;
  hour: number;
  durationClass: number;
  keyId: string;
  endpoint: string;
  errorCode: number;
  calls: number;
  errors: number;
}

let waiting = new Map<string, HourCount>();
let timer: NodeJS.Timeout | undefined;
let flushing: Promise<void> | undefined;

/** Counts a call in `call_hours` by hour, duration and key, and a refused one by endpoint and error. */
export function countCall({ worldId, keyId, at, durationMicros, status, endpoint, errorCode }: CallRecord): void {
  const hour = Math.floor(at.getTime() / msPerHour);
  const refused =
    status < 400 ? { endpoint: "", errorCode: 0, errors: 0 } : { endpoint: endpoint ?? "", errorCode: errorCode ?? status, errors: 1 };
  add({ worldId, hour, durationClass: classOf(durationMicros), keyId, calls: 1, ...refused });
}

export async function flushHours(): Promise<void> {
  await flushing;
  await (flushing = write().finally(() => (flushing = undefined)));
}

function add(count: HourCount): void {
  const name = `${count.worldId} ${count.hour} ${count.durationClass} ${count.keyId} ${count.endpoint} ${count.errorCode}`;
  const counted = waiting.get(name);
  if (counted === undefined) waiting.set(name, count);
  else {
    counted.calls += count.calls;
    counted.errors += count.errors;
  }
  // An idle process flushes when it ends.
  timer ??= setTimeout(() => void flushHours(), flushAfterMs).unref();
}

async function write(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const counts = [...waiting.values()];
  waiting = new Map();
  if (counts.length === 0) return;
  const rows = counts.map(({ worldId, hour, durationClass, keyId, endpoint, errorCode, calls, errors }) => ({
    world_id: worldId,
    hour: new Date(hour * msPerHour).toISOString(),
    duration_class: durationClass,
    key_id: keyId,
    endpoint,
    error_code: errorCode,
    calls,
    errors,
  }));
  try {
    // In one order, so that two instances cannot deadlock.
    await sql`
      insert into call_hours as counted (world_id, hour, duration_class, key_id, endpoint, error_code, calls, errors)
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as r (world_id int, hour timestamptz, duration_class int2, key_id text, endpoint text, error_code int, calls bigint, errors bigint)
      order by 1, 2, 3, 4, 5, 6
      on conflict (world_id, hour, duration_class, key_id, endpoint, error_code) do update
      set calls = counted.calls + excluded.calls, errors = counted.errors + excluded.errors`;
  } catch (error) {
    log.error({ error, hours: counts.length }, "calls were not counted; they are with the next");
    for (const count of counts) add(count);
  }
}
