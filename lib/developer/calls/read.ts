import { sql } from "#db/client.ts";
import type { PortalContext, World } from "#lib/account/worlds/context.ts";
import { isLeased, isOfEvent } from "#lib/delivery/deliveries/filter.ts";
import type { ShownDeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { errorsBehind } from "#lib/developer/calls/errors-behind.ts";
import { list, subjectColumns, subjectJoins } from "#lib/developer/calls/list.ts";
import type { CallRow } from "#lib/developer/calls/list.ts";
import { compareRequests } from "#lib/developer/calls/rules/compare.ts";
import type { Difference } from "#lib/developer/calls/rules/compare.ts";
import { readHeaders } from "#lib/developer/calls/rules/headers.ts";
import type { KeptHeader } from "#lib/developer/calls/rules/headers.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { cursorAt } from "#lib/platform/lists/list.ts";
import { maskCall } from "#lib/platform/log/mask.ts";
import type { MaskedCall } from "#lib/platform/log/mask.ts";
import { readKept } from "#lib/platform/log/redact.ts";

/** The name of each endpoint by its id: `POST /v2/contracts`. */
export const requestNames: Readonly<Record<string, string>> = Object.fromEntries(
  endpoints.map(({ id, method, path }) => [id, `${method} /v2${path}`]),
);

/** A bulk action causes an event per contract. */
const maxEvents = 20;
const maxReplays = 20;

export interface KeptBody {
  text: string;
  isCut: boolean;
}

export interface CausedEvent {
  id: string;
  eventType: EventType;
  subjectId: string;
  deliveries: { id: string; status: ShownDeliveryStatus; webhookName: string }[];
}

export interface KeyUser {
  executionId: string;
  /** False once that call has expired. */
  isKept: boolean;
}

export interface CallDetail extends CallRow {
  query: string;
  request: KeptBody | null;
  response: KeptBody | null;
  /** Personal values, revealed on request. */
  masked: MaskedCall["masked"];
  subjectId: string | null;
  /** Without secrets; null for calls before they were kept. */
  requestHeaders: KeptHeader[] | null;
  responseHeaders: KeptHeader[] | null;
  ip: string | null;
  userAgent: string | null;
  /** The first call under the same `Idempotency-Key`, whose answer this call repeated. */
  replayOf: string | null;
  /** False once that call has expired. */
  isReplayedKept: boolean;
  /** The call that used the `Idempotency-Key` for which this one was refused; null once the key has expired. */
  keyUsedBy: KeyUser | null;
  /** The first calls that repeated this one's answer. */
  replays: { executionId: string; at: string }[];
  events: CausedEvent[];
  hasMoreEvents: boolean;
  /** The name of the endpoint, `POST /v2/contracts`; its id if it is no longer offered, and null for an unknown path. */
  operation: string | null;
  /** The errors of the catalogue that it may have met. A code can stand for several. */
  errors: ErrorName[];
}

type Stored = Omit<
  CallDetail,
  "request" | "response" | "requestHeaders" | "responseHeaders" | "masked" | "hasMoreEvents" | "operation" | "keyUsedBy" | "errors"
> & {
  requestHeaders: string | null;
  responseHeaders: string | null;
  requestBody: string | null;
  responseBody: string | null;
};

/** Reads a call of this world in detail; NotFound if it does not exist or is no longer kept. */
export async function read({ world, realTime: now }: Pick<PortalContext, "world" | "realTime">, executionId: string): Promise<CallDetail> {
  const [row] = await sql<Stored[]>`
    select r.execution_id as "executionId", r.at, r.key_id as "keyId", r.method, r.path, r.endpoint, r.preview, r.status, r.error_code as "errorCode",
      r.duration_micros / 1000.0::float8 as "durationMs", r.query, r.request_body as "requestBody", r.response_body as "responseBody",
      r.request_headers as "requestHeaders", r.response_headers as "responseHeaders",
      r.subject_id as "subjectId", r.ip, r.user_agent as "userAgent", coalesce(r.source, 'system') as source, r.replay_of as "replayOf",
      exists (select from calls o where o.world_id = r.world_id and o.execution_id = r.replay_of) as "isReplayedKept",
      ${sql.unsafe(subjectColumns)},
      (select coalesce(json_agg(again order by again."executionId"), '[]') from (
        select c.execution_id as "executionId", c.at from calls c
        where c.world_id = r.world_id and c.replay_of = r.execution_id order by c.execution_id limit ${maxReplays}
      ) again) as replays,
      (select coalesce(json_agg(json_build_object('id', e.id, 'eventType', e.event_type, 'subjectId', e.subject_id, 'deliveries', e.deliveries) order by e.id), '[]')
        from (
          select e.*, ${deliveriesOf(now)} as deliveries from events e
          where e.execution_id = ${executionId} and e.world_id = ${world.id} order by e.id limit ${maxEvents + 1}
        ) e) as events
    from calls r ${sql.unsafe(subjectJoins)}
    where r.execution_id = ${executionId} and r.world_id = ${world.id}`;
  if (row === undefined) throw new NotFound(`there is no call ${executionId}`, { key: "noCall" });
  const { requestBody, responseBody, events, ...call } = row;
  const requestHeaders = readHeaders(call.requestHeaders);
  const [request, response] = [requestBody, responseBody].map((text) => (text === null ? null : readKept(text)));
  const shown = maskCall({ path: row.path, query: row.query, request: request?.text ?? null, response: response?.text ?? null });
  return {
    ...call,
    path: shown.path,
    query: shown.query,
    request: request ? { ...request, text: shown.request ?? "" } : null,
    response: response ? { ...response, text: shown.response ?? "" } : null,
    requestHeaders,
    responseHeaders: readHeaders(call.responseHeaders),
    masked: shown.masked,
    keyUsedBy: row.errorCode === errorCatalogue.IDEMPOTENCY_KEY_REUSED.code ? await findUser(world, requestHeaders) : null,
    events: events.slice(0, maxEvents),
    hasMoreEvents: events.length > maxEvents,
    operation: call.endpoint === null ? null : (requestNames[call.endpoint] ?? call.endpoint),
    errors: errorsBehind({ ...call, responseBody: response?.text ?? null }),
  };
}

/** The first call under the key of these headers. */
async function findUser({ id }: Pick<World, "id">, headers: readonly KeptHeader[] | null): Promise<KeyUser | null> {
  const key = headers?.find(({ name }) => name.toLowerCase() === "idempotency-key")?.value;
  if (key === undefined) return null;
  const [first] = await sql<KeyUser[]>`
    select k.execution_id as "executionId",
      exists (select from calls c where c.world_id = k.world_id and c.execution_id = k.execution_id) as "isKept"
    from idempotency_keys k where k.world_id = ${id} and k.key = ${key}`;
  return first ?? null;
}

function deliveriesOf(now: Date) {
  return sql`(
    select coalesce(json_agg(json_build_object('id', d.id, 'webhookName', w.name,
      'status', case when d.status in ('pending', 'retrying') and ${isLeased(now)} then 'delivering' else d.status end) order by d.id), '[]')
    from deliveries d join webhooks w on w.id = d.webhook_id
    where ${isOfEvent})`;
}

export interface Comparison {
  executionId: string;
  at: Date;
  /** Personal values stay hidden, and count as equal. */
  differences: Difference[];
  /** The log holds only the beginning of a body. */
  isCut: boolean;
}

/** Among so many of the last successes the closest is looked for. */
const lookedAt = 10;

/**
 * Compares a call with the one before it to the same endpoint that succeeded and differs in the fewest fields, among the last ten; null if
 * none is among the newest calls.
 */
export async function compareWithSuccess(ctx: Pick<PortalContext, "world" | "realTime">, executionId: string): Promise<Comparison | null> {
  const call = await read(ctx, executionId);
  if (call.endpoint === null) return null;
  const before = cursorAt(call.at, executionId);
  const { rows } = await list(ctx, { endpoint: [call.endpoint], status: ["2xx"], before, limit: lookedAt });
  const successes = await Promise.all(rows.map((row) => read(ctx, row.executionId)));
  const requestOf = ({ query, request }: typeof call) => ({ query, body: request?.text ?? null });
  const [closest] = successes
    .map((success) => ({ success, differences: compareRequests(requestOf(call), requestOf(success)) }))
    .toSorted((one, other) => one.differences.length - other.differences.length);
  if (closest === undefined) return null;
  const { success, differences } = closest;
  return {
    executionId: success.executionId,
    at: success.at,
    differences,
    isCut: call.request?.isCut === true || success.request?.isCut === true,
  };
}
