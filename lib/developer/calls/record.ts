import { sql } from "#db/client.ts";
import { withoutDeadline } from "#db/deadline.ts";
import { isPermanentError } from "#db/driver.ts";
import type { StoredRow } from "#db/rows.ts";
import type { calls } from "#db/schema/calls.ts";
import { countCall, flushHours } from "#lib/developer/calls/count-hours.ts";
import { keepNewest } from "#lib/developer/calls/rules/backlog.ts";
import { keepHeaders } from "#lib/developer/calls/rules/headers.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { redactBody, redactText } from "#lib/platform/log/redact.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";
import { onReset } from "#lib/platform/process/reset.ts";

/** The longest time whose calls a crash can lose. */
const flushAfterMs = 75;
const batchSize = 500;
const retryAfterMs = 1000;
/** The range of the column, some 35 minutes: a slowly read answer may take longer. */
const maxMicros = 2_147_483_647;
/** Connections may just have been lost, so the last records are tried twice. */
const triesAtShutdown = 2;

let waiting: CallRecord[] = [];
let timer: NodeJS.Timeout | undefined;
let flushing: Promise<void> | undefined;
let isRetrying = false;

export function recordCall(call: CallRecord): void {
  if (!env.CALL_LOG) return;
  if (isCounted(call)) countCall(call);
  waiting.push(call);
  // The flush in progress schedules the next one.
  if (flushing !== undefined) return;
  if (waiting.length >= batchSize && !isRetrying) startFlush();
  else timer ??= withoutDeadline(() => setTimeout(startFlush, flushAfterMs));
}

/** Resolves once the calls that are recorded so far are written, or could not be yet. */
export async function writeRecorded(): Promise<void> {
  await flushing;
  if (waiting.length > 0) startFlush();
  await flushing;
}

/** Writes all waiting calls and counts at shutdown; logs how many are lost where the database refuses. */
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
  metrics.callsDropped.inc(waiting.length);
  if (waiting.length > 0) log.error({ lost: waiting.length }, "calls were lost at shutdown");
  // Otherwise they would be retried forever, and the process would not end.
  waiting = [];
}

function startFlush(): void {
  clearTimeout(timer);
  timer = undefined;
  flushing ??= withoutDeadline(flush).finally(() => {
    flushing = undefined;
    if (waiting.length > 0) timer ??= setTimeout(startFlush, isRetrying ? retryAfterMs : waiting.length >= batchSize ? 0 : flushAfterMs);
  });
}

async function flush(): Promise<void> {
  const batch = waiting.slice(0, batchSize);
  waiting = waiting.slice(batchSize);
  try {
    await writeBatch(batch);
    isRetrying = false;
  } catch (error) {
    isRetrying = true;
    const all = [...batch, ...waiting];
    waiting = keepNewest(all);
    const lost = all.length - waiting.length;
    metrics.callsDropped.inc(lost);
    log.error({ error, waiting: waiting.length, lost }, "calls were not recorded; they are tried again");
  }
}

async function writeBatch(batch: readonly CallRecord[]): Promise<void> {
  try {
    await write(batch);
  } catch (error) {
    if (!isPermanentError(error)) throw error;
    const [only, ...more] = batch;
    if (only !== undefined && more.length === 0) {
      metrics.callsDropped.inc();
      log.error({ error, executionId: only.executionId }, "a call cannot be recorded");
    }
    // One bad row must not keep the others out of the log.
    else for (const call of batch) await writeBatch([call]);
  }
}

/** Inserts the calls in one statement, except those of an earlier try whose answer was lost. */
async function write(batch: readonly CallRecord[]): Promise<void> {
  const rows = batch.map(rowOf);
  await sql`
    insert into calls select * from json_populate_recordset(null::calls, ${JSON.stringify(rows)}::text::json) on conflict do nothing`;
  await recordUse(batch);
}

function rowOf(call: CallRecord): StoredRow<typeof calls> {
  return {
    execution_id: call.executionId,
    at: call.at,
    world_id: call.worldId,
    key_id: call.keyId,
    method: call.method,
    path: redactText(call.path),
    endpoint: call.endpoint,
    preview: call.preview,
    status: call.status,
    error_code: call.errorCode,
    subject_id: clean(call.subjectId),
    query: redactText(call.query),
    request_body: redactBody(call.requestBody),
    response_body: redactBody(call.responseBody),
    request_headers: call.requestHeaders ? keepHeaders(call.requestHeaders) : null,
    response_headers: call.responseHeaders ? keepHeaders(call.responseHeaders) : null,
    duration_micros: Math.min(call.durationMicros, maxMicros),
    ip: call.ip,
    user_agent: clean(call.userAgent),
    replay_of: call.replayOf ?? null,
    source: call.source ?? null,
  };
}

/** Figures count the partner's own calls, not the portal's (rules/call-log.md#record-6). */
function isCounted({ source }: CallRecord): boolean {
  return source === undefined || source === null || source === "command_line";
}

function clean(text: string | null): string | null {
  return text === null ? null : redactText(text);
}

// At most one write a minute and key, so that a busy key's row is not rewritten with every batch.
const noted = new Map<string, number>();

onReset(() => {
  waiting = [];
  isRetrying = false;
  noted.clear();
});

async function recordUse(batch: readonly CallRecord[]): Promise<void> {
  const last = new Map(batch.filter(isCounted).map((call) => [call.keyId, call.at]));
  const due = [...last].filter(([keyId, at]) => at.getTime() - (noted.get(keyId) ?? 0) >= 60_000);
  if (due.length === 0) return;
  for (const [keyId, at] of due) noted.set(keyId, at.getTime());
  await sql`
    update api_keys set last_used_at = used.at
    from unnest(${due.map(([keyId]) => keyId)}::text[], ${due.map(([, at]) => at.toISOString())}::text[]::timestamptz[]) as used (id, at)
    where api_keys.id = used.id`;
}
