import { useTranslations } from "next-intl";
import type { EventType } from "#lib/delivery/event-catalogue.ts";

/** Returns the description of an event type; `webhooks.meanings` is keyed by the parts of its name after the version. */
export function useEventMeaning(): (kind: EventType) => string {
  const t = useTranslations("webhooks");
  return (kind) => t(`meanings.${kind.slice("v2.".length)}` as "meanings.contract.created");
}
