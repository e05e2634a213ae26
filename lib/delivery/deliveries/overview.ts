import { sql } from "#db/client.ts";
import type { ShownDeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import { contractSubject } from "#lib/delivery/deliveries/subject.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import type { NetworkErrorName } from "#lib/delivery/webhooks/network-error.ts";

/** The limit per webhook, low enough for every count. A higher number would only say "many". */
const maxCounted = 1_000;

export interface DeliveryOverview {
  id: string;
  status: ShownDeliveryStatus;
  eventId: string;
  eventType: EventType;
  /** Null once the event has expired. */
  subjectId: string | null;
  /** Null if there is no such contract or claim, as in a test event. */
  about: DeliverySubject | null;
  test: boolean;
  webhookId: string;
  webhookName: string;
  attempts: number;
  /** Null once it is over. */
  nextAttemptAt: Date | null;
  /** The status of the last response; null with `error` where there was none. */
  statusCode: number | null;
  error: NetworkErrorName | null;
  durationMs: number | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface DeliverySubject {
  kind: "contract" | "claim";
  /** The claim's number once it has one. */
  id: string;
  product: string | null;
  marking: string | null;
  customer: string | null;
  renter: string | null;
}

export function overviewText(now: Date): string {
  return `
    r.id, case when r.status in ('pending', 'retrying') and exists (
        select from delivery_queue q where q.delivery_id = r.id and q.leased_until > '${now.toISOString()}'
      ) then 'delivering' else r.status end as status,
    r.event_id as "eventId", r.event_type as "eventType", nullif(r.subject_id, '') as "subjectId", r.test, r.webhook_id as "webhookId",
    w.name as "webhookName", r.attempts, r.next_attempt_at as "nextAttemptAt", r.last_status_code as "statusCode", r.last_error as error,
    r.last_duration_ms as "durationMs", r.created_at as "createdAt", r.updated_at as "updatedAt", about.about`;
}

/** The webhook `w` of a delivery `r`, deleted or not, and the subject of its event. */
export const overviewJoins = `
  join webhooks w on w.id = r.webhook_id ${joinSubject("r")}`;

/** Joins `about.about`, a DeliverySubject or null, to a delivery or an event. */
export function joinSubject(row: "r" | "e"): string {
  return `
  left join contracts c on c.cid = ${row}.subject_id and c.world_id = ${row}.world_id
  left join claims m on m.id = ${row}.subject_id and m.world_id = ${row}.world_id
  cross join lateral (
    select case
      when m.id is not null then json_build_object('kind', 'claim', 'id', coalesce(m.claim_id, m.id),
        'product', concat_ws(' ', m.product ->> 'brand', m.product ->> 'model'), 'marking', nullif(m.product ->> 'productMarked', ''),
        'customer', nullif(concat_ws(' ', m.insured ->> 'firstName', m.insured ->> 'lastName'), ''), 'renter', renter.name)
      when c.cid is not null then json_build_object('kind', 'contract', 'id', c.cid, 'renter', renter.name,
        'product', subject.parts ->> 'product', 'marking', subject.parts ->> 'marking', 'customer', subject.parts ->> 'customer')
    end as about
    from (select (select company ->> 'company_name' from renters where uid = coalesce(m.uid, c.uid)) as name) renter,
      lateral (select ${contractSubject("c")} as parts) subject
  ) about`;
}

/** True if the call log still has the call that caused an event `e`: only then it has a page. */
export const isCallKept = "exists (select from calls where world_id = e.world_id and execution_id = e.execution_id)";

/** Counts due deliveries without a lease, up to 1,000 of each webhook, and how many seconds the oldest has waited. */
export async function readBacklog(now: Date): Promise<{ due: number; oldestSeconds: number }> {
  const [row] = await sql<{ due: number; oldest: Date | null }[]>`
    select count(*)::int as due, min(due_at) as oldest
    from webhooks w cross join (values ('automatic'), ('manual'), ('replay')) triggers (name) cross join lateral (
      select due_at from delivery_queue
      where webhook_id = w.id and trigger = triggers.name and due_at <= ${now} and (leased_until is null or leased_until < now())
      order by due_at limit ${maxCounted}
    ) waiting
    where w.enabled and w.deleted_at is null`;
  const oldest = row?.oldest ?? null;
  return { due: row?.due ?? 0, oldestSeconds: oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000) };
}
