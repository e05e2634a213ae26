import { db, sql } from "#db/client.ts";
import { copyRows } from "#db/copy.ts";
import { isRefusedForGood } from "#db/refused-for-good.ts";
import { calls } from "#db/schema/calls.ts";
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
    // One row of them is at fault, and must not keep the others out of the log. To copy them has failed already.
    else for (const call of batch) await writeBatch([call], true);
  }
}

async function write(batch: readonly CallRecord[], mayBeThere: boolean): Promise<void> {
  const kinds = await identifyKinds(batch);
  const rows = batch.map((call, place) => rowOf(call, kinds[place] as number));
  if (mayBeThere || !(await tryToCopy(rows))) await db.insert(calls).values(rows).onConflictDoNothing();
  await noteUse(batch);
}

type Row = typeof calls.$inferSelect;

/** Writes rows of which none is there in the cheapest way, which does not say what is wrong with one. False where that failed. */
async function tryToCopy(rows: readonly Row[]): Promise<boolean> {
  try {
    await copyRows(sql, calls, rows);
    return true;
  } catch (error) {
    log.warn({ error }, "calls were not copied; they are inserted");
    return false;
  }
}

function rowOf(call: CallRecord, kindId: number): Row {
  const { executionId, at, worldId, keyId, ip, replayOf = null } = call;
  return {
    executionId,
    at,
    worldId,
    kindId,
    keyId,
    path: redactText(call.path),
    subjectId: clean(call.subjectId),
    query: redactText(call.query),
    requestBody: redactBody(call.requestBody),
    responseBody: redactBody(call.responseBody),
    durationMicros: Math.min(call.durationMicros, longestMicros),
    ip,
    userAgent: clean(call.userAgent),
    replayOf,
  };
}

/** Whatever of a call its sender wrote. */
function clean(text: string | null): string | null {
  return text === null ? null : redactText(text);
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
