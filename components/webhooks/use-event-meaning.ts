import { useTranslations } from "next-intl";
import type { EventType } from "#lib/events/catalogue.ts";

/** Says what an event of a kind tells of; `webhooks.meanings` has them by the parts of their names after the version. */
export function useEventMeaning(): (kind: EventType) => string {
  const t = useTranslations("webhooks");
  return (kind) => t(`meanings.${kind.slice("v2.".length)}` as "meanings.contract.created");
}
