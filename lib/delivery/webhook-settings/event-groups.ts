import { eventCatalogue, eventGroups, eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventGroup, EventType } from "#lib/delivery/event-catalogue.ts";

export type GroupSelection = "all" | "some" | "none";

/** rules/deliveries.md#webhooks-1 */
export function expandGroup(group: EventGroup): EventType[] {
  return eventTypes.filter((eventType) => eventCatalogue[eventType].group === group);
}

export function selectionByGroup(chosen: readonly EventType[]): Record<EventGroup, GroupSelection> {
  const selections = eventGroups.map((group) => [group, selectionOf(expandGroup(group), chosen)]);
  return Object.fromEntries(selections) as Record<EventGroup, GroupSelection>;
}

function selectionOf(ofGroup: readonly EventType[], chosen: readonly EventType[]): GroupSelection {
  const count = ofGroup.filter((eventType) => chosen.includes(eventType)).length;
  if (count === 0) return "none";
  return count === ofGroup.length ? "all" : "some";
}
