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
/** The longest that the log knows, some 35 minutes: an answer that its caller reads slowly may take longer. */
const longestMicros = 2_147_483_647;
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

/**
 * Writes without waiting for the disk: should the database crash, it loses of the log what it was given in the last half second.
 * Looks whether a row is there already only where it may be, which costs a sixth of the write.
 */
async function write(batch: readonly CallRecord[], mayBeThere: boolean): Promise<void> {
  const kinds = await identifyKinds(batch);
  const rows = batch.map((call, place) => joinTexts(textsOf(call, kinds[place]))).join(record);
  // In a transaction, which has a connection to itself: on another, statements that requests wait for would stand behind it.
  await sql.begin(
    (tx) => tx`
      with unsynced as (select set_config('synchronous_commit', 'off', true))
      insert into calls (execution_id, at, world_id, kind_id, key_id, path, subject_id, query, request_body, response_body,
        duration_micros, ip, user_agent)
      select texts[1], to_timestamp(texts[2]::float8 / 1000), texts[3]::int, texts[4]::int, texts[5], texts[6], texts[7], texts[8],
        texts[9], texts[10], texts[11]::int, texts[12], texts[13]
      from unsynced, string_to_table(${rows}, chr(30)) as call,
        lateral (select string_to_array(call, chr(31), chr(29)) as texts offset 0) as parted
      ${mayBeThere ? tx`on conflict do nothing` : tx``}`,
  );
  await noteUse(batch);
}

type Values = readonly (string | number | null | undefined)[];

/** A call as `write` gives it to Postgres: in the order of its columns. */
function textsOf(call: CallRecord, kind: number | undefined): Values {
  const { executionId, at, worldId, keyId, path, subjectId, query, requestBody, responseBody, durationMicros, ip, userAgent } = call;
  const texts = [keyId, clean(path), clean(subjectId), clean(query), redactBody(requestBody), redactBody(responseBody)];
  return [executionId, at.getTime(), worldId, kind, ...texts, Math.min(durationMicros, longestMicros), ip, clean(userAgent)];
}

/** Whatever of a call its sender wrote. */
function clean(text: string | null): string | null {
  return text === null ? null : redactText(text);
}

/**
 * The characters 29, 30 and 31, which ASCII has for parting: no value keeps one. Unlike an array's, no text has to be quoted.
 */
const [none, record, unit] = ["\x1d", "\x1e", "\x1f"];

function joinTexts(values: Values): string {
  return values.map((value) => (typeof value === "string" ? keepApart(value) : (value ?? none))).join(unit);
}

function keepApart(text: string): string {
  const isPlain = !text.includes(none) && !text.includes(record) && !text.includes(unit);
  return isPlain ? text : [none, record, unit].reduce((kept, character) => kept.replaceAll(character, "\uFFFD"), text);
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
