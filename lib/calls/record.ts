import { sql } from "#db/client.ts";
import { isRefusedForGood } from "#db/refused-for-good.ts";
import { countCall, flushHours } from "#lib/calls/count-hours.ts";
import { identifyKinds } from "#lib/calls/kinds.ts";
import { keepNewest } from "#lib/calls/rules/backlog.ts";
import { redactBody, redactText } from "#lib/calls/rules/redact.ts";
import type { CallRecord } from "#lib/calls/schema.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";

/** The longest that a record waits in memory: what a crash can lose. */
const flushAfterMs = 75;
const batchSize = 500;
/** How long the database is left alone that did not take a batch. */
const retryAfterMs = 1000;
/** How often the last records are tried to be written, on connections that may only just have been lost. */
const triesAtShutdown = 2;

let waiting: CallRecord[] = [];
let timer: NodeJS.Timeout | undefined;
let flushing: Promise<void> | undefined;
/** The batch before failed, perhaps after it was written: what waits may be there already. */
let isRetrying = false;

/** Notes a call. Costs the caller a push to an array; the row is written with others a moment later. */
export function recordCall(call: CallRecord): void {
  if (!env.CALL_LOG) return;
  countCall(call);
  waiting.push(call);
  // Whatever comes meanwhile is seen to when the flush under way is over.
  if (flushing !== undefined) return;
  if (waiting.length >= batchSize && !isRetrying) startFlush();
  else timer ??= setTimeout(startFlush, flushAfterMs);
}

/** Writes all that waits, and the counts; called at shutdown. Gives up, and says how much is lost, when the database refuses. */
export async function flushCalls(): Promise<void> {
  await flushing;
  clearTimeout(timer);
  timer = undefined;
  await flushHours();
  for (let failures = 0; waiting.length > 0 && failures < triesAtShutdown;) {
    const before = waiting.length;
    await flush();
    if (waiting.length >= before) failures += 1;
  }
  if (waiting.length > 0) log.error({ lost: waiting.length }, "calls were lost at shutdown");
  // Kept, they would be tried again and again, and the process would not end.
  waiting = [];
}

function startFlush(): void {
  clearTimeout(timer);
  timer = undefined;
  flushing ??= flush().finally(() => {
    flushing = undefined;
    if (waiting.length > 0) timer ??= setTimeout(startFlush, isRetrying ? retryAfterMs : waiting.length >= batchSize ? 0 : flushAfterMs);
  });
}

async function flush(): Promise<void> {
  const batch = waiting.slice(0, batchSize);
  waiting = waiting.slice(batchSize);
  try {
    await writeBatch(batch, isRetrying);
    isRetrying = false;
  } catch (error) {
    isRetrying = true;
    const all = [...batch, ...waiting];
    waiting = keepNewest(all);
    const lost = all.length - waiting.length;
    log.error({ error, waiting: waiting.length, lost }, "calls were not recorded; they are tried again");
  }
}

async function writeBatch(batch: readonly CallRecord[], mayBeThere: boolean): Promise<void> {
  try {
    await write(batch, mayBeThere);
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    const [only, ...more] = batch;
    if (only !== undefined && more.length === 0) log.error({ error, executionId: only.executionId }, "a call cannot be recorded");
    // One row of them is at fault, and must not keep the others out of the log.
    else for (const call of batch) await writeBatch([call], mayBeThere);
  }
}

async function write(batch: readonly CallRecord[], mayBeThere: boolean): Promise<void> {
  const kinds = await identifyKinds(batch);
  const column = (read: (call: CallRecord, place: number) => string | number | null) =>
    sql`string_to_array(${joinTexts(batch.map(read))}, chr(30), chr(31))`;
  // Looking whether a row is there before writing it costs a sixth of the write.
  const unlessThere = mayBeThere ? sql`on conflict do nothing` : sql``;
  // Nor does the write wait for the disk: should the database crash, it loses of the log what it was given in the last half second.
  await sql`
    with unsynced as (select set_config('synchronous_commit', 'off', true))
    insert into calls (execution_id, at, world_id, kind_id, key_id, path, subject_id, query, request_body, response_body,
      duration_micros, ip, user_agent)
    select execution_id, at::timestamptz, world_id::int, kind_id::int, key_id, path, subject_id, coalesce(query, ''), request_body, response_body,
      duration_micros::int, ip, user_agent
    from unsynced, unnest(
      ${column((call) => call.executionId)}, ${column((call) => call.at.toISOString())}, ${column((call) => call.worldId)},
      ${column((_call, place) => kinds[place] ?? null)}, ${column((call) => call.keyId)}, ${column((call) => clean(call.path))},
      ${column((call) => clean(call.subjectId))}, ${column((call) => clean(call.query))},
      ${column((call) => redactBody(call.requestBody))}, ${column((call) => redactBody(call.responseBody))},
      ${column((call) => call.durationMicros)}, ${column((call) => call.ip)}, ${column((call) => clean(call.userAgent))}
    ) as call (execution_id, at, world_id, kind_id, key_id, path, subject_id, query, request_body, response_body,
      duration_micros, ip, user_agent)
    ${unlessThere}`;
  await noteUse(batch);
}

/** Whatever of a call its sender wrote. */
function clean(text: string | null): string | null {
  return text === null ? null : redactText(text);
}

// The characters 30 and 31: record and unit separator.
const [between, none] = ["\x1e", "\x1f"];

/**
 * A column of a batch as one text, parted by control characters that no value keeps. Both ends read it in half the time
 * of an array, whose texts are quoted. A single empty text comes back as none.
 */
function joinTexts(values: readonly (string | number | null)[]): string {
  return values.map((value) => (typeof value === "string" ? keepApart(value) : (value ?? none))).join(between);
}

function keepApart(text: string): string {
  return text.includes(between) || text.includes(none) ? text.replaceAll(between, "\uFFFD").replaceAll(none, "\uFFFD") : text;
}

// At most one write a minute and key: "last used" needs no more, and a hot key's row is not rewritten at every batch.
const noted = new Map<string, number>();

async function noteUse(batch: readonly CallRecord[]): Promise<void> {
  const last = new Map(batch.map((call) => [call.keyId, call.at]));
  const due = [...last].filter(([keyId, at]) => at.getTime() - (noted.get(keyId) ?? 0) >= 60_000);
  if (due.length === 0) return;
  for (const [keyId, at] of due) noted.set(keyId, at.getTime());
  await sql`
    update api_keys set last_used_at = used.at
    from unnest(${due.map(([keyId]) => keyId)}::text[], ${due.map(([, at]) => at.toISOString())}::text[]::timestamptz[]) as used (id, at)
    where api_keys.id = used.id`;
}
