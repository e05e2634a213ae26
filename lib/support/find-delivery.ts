import { sql } from "#db/client.ts";
import type { StaffContext } from "#lib/context.ts";
import { read } from "#lib/deliveries/read.ts";
import type { DeliveryDetail } from "#lib/deliveries/read.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import { joinDeliveries, listDeliveries } from "#lib/support/deliveries-of-event.ts";
import type { FoundDelivery } from "#lib/support/deliveries-of-event.ts";
import { joinOwner, ownerOfRow } from "#lib/support/owner.ts";
import type { Owner } from "#lib/support/owner.ts";
import { maskUrl } from "#lib/webhooks/rules/mask-url.ts";

/** A delivery of any partner. */
export type FoundDeliveryDetail = DeliveryDetail & { owner: Owner };

/** An event of any partner, with its deliveries. */
export interface FoundEvent {
  id: string;
  owner: Owner;
  eventType: EventType;
  subjectId: string;
  executionId: string | null;
  at: Date;
  deliveries: FoundDelivery[];
}

/** A webhook of any partner, deleted or not. */
export interface FoundWebhook {
  id: string;
  owner: Owner;
  name: string;
  /** Without its query, which may hold a token. */
  url: string;
  enabled: boolean;
  deletedAt: Date | null;
}

/** The delivery with this id; undefined where there is none, or it is no longer kept. */
export async function findDelivery({ now }: StaffContext, deliveryId: string): Promise<FoundDeliveryDetail | undefined> {
  const [found] = await sql<{ worldId: number; owner: Owner }[]>`
    select d.world_id as "worldId", ${ownerOfRow} as owner from deliveries d ${joinOwner(sql`d.world_id`)} where d.id = ${deliveryId}`;
  if (found === undefined) return undefined;
  return { ...(await read({ realTime: now, world: { id: found.worldId } }, deliveryId)), owner: found.owner };
}

/** The event with this id; undefined where there is none, or it is no longer kept. */
export async function findEvent(_ctx: StaffContext, eventId: string): Promise<FoundEvent | undefined> {
  const [row] = await sql<(Omit<FoundEvent, "at"> & { at: string })[]>`
    select e.id, ${ownerOfRow} as owner, e.event_type as "eventType", e.subject_id as "subjectId", e.execution_id as "executionId",
      e.created_at as at, (select ${listDeliveries} from (select e.id) of_event ${joinDeliveries}) as deliveries
    from events e ${joinOwner(sql`e.world_id`)} where e.id = ${eventId}`;
  return row === undefined ? undefined : { ...row, at: new Date(row.at) };
}

/** The webhook with this id; undefined where there is none. */
export async function findWebhook(_ctx: StaffContext, webhookId: string): Promise<FoundWebhook | undefined> {
  const [row] = await sql<(Omit<FoundWebhook, "deletedAt"> & { deletedAt: string | null })[]>`
    select h.id, ${ownerOfRow} as owner, h.name, h.url, h.enabled, h.deleted_at as "deletedAt"
    from webhooks h ${joinOwner(sql`h.world_id`)} where h.id = ${webhookId}`;
  return row === undefined
    ? undefined
    : { ...row, url: maskUrl(row.url), deletedAt: row.deletedAt === null ? null : new Date(row.deletedAt) };
}
