import { sql } from "#db/client.ts";
import type { DeliveryStatus } from "#lib/deliveries/schema.ts";
import type { EventType } from "#lib/events/catalogue.ts";

/** An event on its way to a webhook, as other things name it. */
export interface FoundDelivery {
  id: string;
  status: DeliveryStatus;
  eventType: EventType;
  webhookName: string;
}

/** The deliveries of the events `e`, in the order in which they were made; none of an event that nobody subscribed to. */
export const listDeliveries = sql`
  coalesce(json_agg(json_build_object('id', d.id, 'status', d.status, 'eventType', d.event_type, 'webhookName', h.name) order by d.id)
    filter (where d.id is not null), '[]')`;

/** Joins the deliveries `d` of the events `e` and their webhooks `h`. A delivery's identifier begins with the time in that of its event. */
export const joinDeliveries = sql`
  join deliveries d on d.id > 'dlv_' || substr(e.id, 5, 10) and d.id < 'dlv_' || substr(e.id, 5, 10) || '~' and d.event_id = e.id
  join webhooks h on h.id = d.webhook_id`;
