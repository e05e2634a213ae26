import { sql } from "#db/client.ts";
import { joinOwner, ownerOfRow } from "#lib/account/partners/find-person.ts";
import type { Owner } from "#lib/account/partners/find-person.ts";
import type { CallSource } from "#lib/account/worlds/call-sources.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import { isOfEvent } from "#lib/delivery/deliveries/filter.ts";
import { isCallKept } from "#lib/delivery/deliveries/overview.ts";
import { read } from "#lib/delivery/deliveries/read.ts";
import type { DeliveryAttempt, DeliveryDetail } from "#lib/delivery/deliveries/read.ts";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { maskUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { answeredMessage } from "#lib/developer/calls/answered-message.ts";
import { errorsBehind } from "#lib/developer/calls/errors-behind.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { errorsInFrench } from "#lib/platform/errors/in-french.ts";
import type { WordedError } from "#lib/platform/errors/in-french.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { maskCall } from "#lib/platform/log/mask.ts";
import type { MaskedCall } from "#lib/platform/log/mask.ts";

export interface FoundCall {
  executionId: string;
  owner: Owner;
  at: Date;
  method: string;
  path: string;
  query: string;
  status: number;
  errorCode: number | null;
  durationMs: number;
  ip: string | null;
  userAgent: string | null;
  keyId: string;
  keyPreview: string | null;
  source: CallSource;
  subjectId: string | null;
  /** The message of the API's error. The bodies are revealed with a reason (reveal-bodies.ts). */
  answered: string | undefined;
  /** Personal values, revealed on request. */
  masked: MaskedCall["masked"];
  deliveries: FoundDelivery[];
  /** Possible catalogue entries of the error, in each language. */
  errors: { name: ErrorName; code: number; words: Record<Language, WordedError> }[];
}

/** Finds a call of any partner; undefined also for an expired one. */
export async function findCall(_ctx: StaffContext, executionId: string): Promise<FoundCall | undefined> {
  type Read = Omit<FoundCall, "errors" | "masked" | "answered"> & Record<"endpoint" | "requestBody" | "responseBody", string | null>;
  const [row] = await sql<Read[]>`
    select c.execution_id, ${ownerOfRow} as owner, c.at, c.method, c.endpoint, c.path, c.query, c.status, c.error_code,
      c.duration_micros / 1000.0::float8 as "durationMs", c.ip, c.user_agent, c.key_id, k.preview as "keyPreview",
      coalesce(c.source, 'system') as source,
      c.subject_id, c.request_body, c.response_body,
      (select ${listDeliveries} from (select id from events where execution_id = ${executionId}) e ${joinDeliveries}) as deliveries
    from (
      -- The offset keeps the planner from reading the day through: each world is looked into, by its key.
      select c.* from worlds cross join lateral (select * from calls where world_id = worlds.id and execution_id = ${executionId} offset 0) c
    ) c ${joinOwner(sql`c.world_id`)} left join api_keys k on k.id = c.key_id`;
  if (row === undefined) return undefined;
  const { endpoint: _endpoint, requestBody, responseBody, ...call } = row;
  const { path, query, response, masked } = maskCall({
    path: row.path,
    query: row.query,
    request: requestBody,
    response: responseBody,
  });
  const errors = errorsBehind(row).map((name) => {
    const { code, meaning, cure } = errorCatalogue[name];
    return { name, code, words: { en: { meaning, cure }, fr: errorsInFrench[name] } };
  });
  return { ...call, path, query, answered: answeredMessage(response), masked, errors };
}

/** A delivery without its bodies, which are revealed with a reason (reveal-bodies.ts). */
export interface FoundDeliveryDetail extends Omit<DeliveryDetail, "payload" | "history"> {
  owner: Owner;
  history: Omit<DeliveryAttempt, "responseBody">[];
}

export interface FoundEvent {
  id: string;
  owner: Owner;
  eventType: EventType;
  subjectId: string;
  executionId: string | null;
  isCallKept: boolean;
  at: Date;
  deliveries: FoundDelivery[];
}

export interface FoundWebhook {
  id: string;
  owner: Owner;
  name: string;
  url: string;
  enabled: boolean;
  deletedAt: Date | null;
}

export async function findDelivery({ now }: StaffContext, deliveryId: string): Promise<FoundDeliveryDetail | undefined> {
  const [row] = await sql<{ worldId: number; owner: Owner }[]>`
    select d.world_id, ${ownerOfRow} as owner from deliveries d ${joinOwner(sql`d.world_id`)} where d.id = ${deliveryId}`;
  if (row === undefined) return undefined;
  const { payload: _payload, history, ...delivery } = await read({ realTime: now, world: { id: row.worldId } }, deliveryId);
  return { ...delivery, owner: row.owner, history: history.map(({ responseBody: _responseBody, ...attempt }) => attempt) };
}

export async function findEvent(_ctx: StaffContext, eventId: string): Promise<FoundEvent | undefined> {
  const [row] = await sql<FoundEvent[]>`
    select e.id, ${ownerOfRow} as owner, e.event_type, e.subject_id, e.execution_id, ${sql.unsafe(isCallKept)} as "isCallKept",
      e.created_at as at, (select ${listDeliveries} from (select e.id) of_event ${joinDeliveries}) as deliveries
    from events e ${joinOwner(sql`e.world_id`)} where e.id = ${eventId}`;
  return row;
}

export async function findWebhook(_ctx: StaffContext, webhookId: string): Promise<FoundWebhook | undefined> {
  const [row] = await sql<FoundWebhook[]>`
    select h.id, ${ownerOfRow} as owner, h.name, h.url, h.enabled, h.deleted_at
    from webhooks h ${joinOwner(sql`h.world_id`)} where h.id = ${webhookId}`;
  return row === undefined ? undefined : { ...row, url: maskUrl(row.url) };
}

export interface FoundDelivery {
  id: string;
  status: DeliveryStatus;
  eventType: EventType;
  webhookName: string;
}

/** The deliveries of events `e`, in order; an empty list without subscribers. */
const listDeliveries = sql`
  coalesce(json_agg(json_build_object('id', d.id, 'status', d.status, 'eventType', d.event_type, 'webhookName', h.name) order by d.id)
    filter (where d.id is not null), '[]')`;

/**
 * The deliveries `d` of events `e`, with webhooks `h`. Both identifiers begin with the same time; the offset keeps the planner from reading
 * the days through.
 */
const joinDeliveries = sql`
  cross join lateral (select * from deliveries d where ${isOfEvent} offset 0) d
  join webhooks h on h.id = d.webhook_id`;
