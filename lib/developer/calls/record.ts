import { randomUUID } from "node:crypto";
import { getTableColumns } from "drizzle-orm";
import { sql } from "#db/client.ts";
import { withoutDeadline } from "#db/deadline.ts";
import { isPermanentError } from "#db/driver.ts";
import type { StoredRow } from "#db/rows.ts";
import { calls } from "#db/schema/calls.ts";
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

type Row = StoredRow<typeof calls>;

let waiting: Row[] = [];
let timer: NodeJS.Timeout | undefined;
let flushing: Promise<void> | undefined;
let isRetrying = false;

export function recordCall(call: CallRecord): void {
  if (!env.CALL_LOG) return;
  if (isCounted(call)) countCall(call);
  // Its texts are masked and cut at once: the request and its headers would fill the memory of young objects until the flush.
  waiting.push(rowOf(call));
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

async function writeBatch(batch: readonly Row[]): Promise<void> {
  try {
    await write(batch);
  } catch (error) {
    if (!isPermanentError(error)) throw error;
    const [only, ...more] = batch;
    if (only !== undefined && more.length === 0) {
      metrics.callsDropped.inc();
      log.error({ error, executionId: only.execution_id }, "a call cannot be recorded");
    }
    // One bad row must not keep the others out of the log.
    else for (const call of batch) await writeBatch([call]);
  }
}

const columns = Object.values(getTableColumns(calls));
const names = columns.map(({ name }) => name);

/**
 * Each column is one text, which Postgres splits at a mark: a third less work for it than JSON. The first row is empty, since the texts would
 * otherwise be empty for a single empty value, which stands for no row at all.
 */
const insertion = `
  insert into calls (${names.join(", ")})
  select * from unnest(${columns.map((column, index) => `string_to_array($${index + 3}, $1, $2)::${column.getSQLType()}[]`).join(", ")})
    as r (${names.join(", ")})
  where r.execution_id is not null on conflict do nothing`;

/** Inserts the calls in one statement, except those of an earlier try whose answer was lost. */
async function write(batch: readonly Row[]): Promise<void> {
  // No text that a caller has sent contains them.
  const [mark, isNull] = [randomUUID(), randomUUID()];
  const textOf = (value: Row[keyof Row]) => (value instanceof Date ? value.toISOString() : (value ?? isNull));
  const texts = names.map((name) => [isNull, ...batch.map((row) => textOf(row[name as keyof Row]))].join(mark));
  await sql.unsafe(insertion, [mark, isNull, ...texts], { prepare: true });
  await recordUse(batch);
}

function rowOf(call: CallRecord): Row {
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
function isCounted({ source }: Pick<CallRecord, "source">): boolean {
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

async function recordUse(batch: readonly Row[]): Promise<void> {
  const last = new Map(batch.filter(isCounted).map((row) => [row.key_id, row.at]));
  const due = [...last].filter(([keyId, at]) => at.getTime() - (noted.get(keyId) ?? 0) >= 60_000);
  if (due.length === 0) return;
  for (const [keyId, at] of due) noted.set(keyId, at.getTime());
  await sql`
    update api_keys set last_used_at = used.at
    from unnest(${due.map(([keyId]) => keyId)}::text[], ${due.map(([, at]) => at.toISOString())}::text[]::timestamptz[]) as used (id, at)
    where api_keys.id = used.id`;
}
