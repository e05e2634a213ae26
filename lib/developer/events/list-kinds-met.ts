import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { timeOfEvent } from "#lib/developer/events/list-for-portal.ts";

export interface KindMet {
  eventType: EventType;
  eventId: string;
  at: Date;
}

/**
 * Lists the event types that a world has had, each with its latest event. Its type is a range in the order, which only the index of types
 * has: for a type that is not there, the planner would else read all events of all worlds backward by their identifiers.
 */
export async function listKindsMet({ world }: Pick<PartnerContext, "world">): Promise<KindMet[]> {
  const rows = await sql<Omit<KindMet, "at">[]>`
    select kind.event_type, e.id as "eventId"
    from unnest(${[...eventTypes]}::text[]) as kind (event_type) cross join lateral (
      select id from events e where e.world_id = ${world.id} and e.event_type >= kind.event_type and e.event_type <= kind.event_type and not e.test order by e.event_type desc, e.id desc limit 1
    ) e`;
  return rows.map((row) => ({ ...row, at: timeOfEvent(row.eventId) }));
}
