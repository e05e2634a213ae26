import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { foldText, fragmentsOf } from "#lib/platform/lists/fragments.ts";

/** The kinds of events whose name contains the typed words (rules/search.md#find-13). Without any, a search does not look for kinds. */
export function eventTypesNamed(typed: string): { eventTypes?: EventType[] } {
  const fragments = fragmentsOf(typed);
  const found = eventTypes.filter((type) => fragments.every((fragment) => foldText(type).includes(fragment)));
  return fragments.length === 0 || found.length === 0 ? {} : { eventTypes: found };
}
