import { useTranslations } from "next-intl";
import { TextLink } from "#components/docs/prose.tsx";
import { webhookChapter } from "#components/docs/reference/reference-links.ts";
import { useEventMeaning } from "#components/webhooks/use-event-meaning.ts";
import { eventCatalogue, eventGroups, eventTypes } from "#lib/delivery/event-catalogue.ts";

export function EventList() {
  const meaning = useEventMeaning();
  const t = useTranslations("docs.guide.eventGroups");
  return eventGroups.map((group) => (
    <section key={group} aria-labelledby={`group-${group}`} className="grid gap-2">
      <h3 id={`group-${group}`} className="font-semibold">
        {t(group)}
      </h3>
      <dl className="divide-y overflow-hidden rounded-lg border bg-card shadow-xs">
        {eventTypes
          .filter((type) => eventCatalogue[type].group === group)
          .map((type) => (
            <div key={type} className="grid gap-x-6 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[min(18rem,50%)_minmax(0,1fr)]">
              <dt className="font-mono text-sm [overflow-wrap:anywhere]">
                <TextLink href={`/docs/reference/${webhookChapter}#${type}`}>{type}</TextLink>
              </dt>
              <dd>{meaning(type)}.</dd>
            </div>
          ))}
      </dl>
    </section>
  ));
}
