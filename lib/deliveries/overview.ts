import { sql } from "#db/client.ts";
import { isLeased } from "#lib/deliveries/filter.ts";
import type { Fragment } from "#lib/deliveries/filter.ts";
import type { ShownDeliveryStatus } from "#lib/deliveries/schema.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import type { NetworkFault } from "#lib/webhooks/network-failure.ts";

/** A delivery as a list shows it. */
export interface DeliveryOverview {
  id: string;
  status: ShownDeliveryStatus;
  eventId: string;
  eventType: EventType;
  /** The contract or claim that the event is about; null once the event is no longer kept. */
  subjectId: string | null;
  /** True for an event that only tries out the webhook. */
  test: boolean;
  webhookId: string;
  webhookName: string;
  /** How many were made. */
  attempts: number;
  /** Null once it is over. */
  nextAttemptAt: Date | null;
  /** What the last attempt brought: the status of the response, or why there was none. */
  statusCode: number | null;
  error: NetworkFault | null;
  durationMs: number | null;
  createdAt: Date;
  updatedAt: Date;
}

/** An overview as the driver reads it, where a date is a text. */
export type StoredOverview = Omit<DeliveryOverview, "nextAttemptAt" | "createdAt" | "updatedAt"> & {
  nextAttemptAt: string | null;
  createdAt: string;
  updatedAt: string;
};

/** The columns of an overview, from `overviewTables`. */
export function overviewColumns(now: Date): Fragment {
  return sql`
    d.id, case when d.status in ('pending', 'retrying') and ${isLeased(now)} then 'delivering' else d.status end as status,
    d.event_id as "eventId", d.event_type as "eventType", e.subject_id as "subjectId", d.test, d.webhook_id as "webhookId",
    w.name as "webhookName", d.attempts, d.next_attempt_at as "nextAttemptAt", d.last_status_code as "statusCode", d.last_error as error,
    d.last_duration_ms as "durationMs", d.created_at as "createdAt", d.updated_at as "updatedAt"`;
}

/** A delivery `d` with its webhook `w`, deleted or not, and its event `e`, if that is still kept. */
export const overviewTables = sql`deliveries d join webhooks w on w.id = d.webhook_id left join events e on e.id = d.event_id`;

/** The overview with its dates. */
export function reviveOverview<Row extends StoredOverview>(row: Row): Omit<Row, keyof DeliveryOverview> & DeliveryOverview {
  return {
    ...row,
    nextAttemptAt: row.nextAttemptAt === null ? null : new Date(row.nextAttemptAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}
