"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SubjectLink } from "#components/events/about.tsx";
import { eventQuery } from "#components/events/queries.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** An event beside the list of events: its deliveries and its payload. */
export function EventPreview({ eventId }: { eventId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("events");
  const { data: event } = useQuery(eventQuery(environment, eventId));
  if (event === undefined) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="font-mono text-sm">{event.eventType}</p>
      <ul className="grid gap-1.5">
        {event.deliveries.map(({ id, webhookName, status }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <TextLink href={`/${environment}/deliveries/${id}`}>{webhookName}</TextLink>
            <StatusBadge of="delivery" status={status} />
          </li>
        ))}
      </ul>
      <JsonView text={event.payload} what={t("payload")} />
      <KeyValueList>
        <KeyValue name={t("columns.about")} value={<SubjectLink subject={event.subject} />} />
        <KeyValue name={t("columns.time")} value={<TimeStamp at={event.at} as="second" focusable />} />
        <KeyValue name={t("id")} value={<Identifier id={event.id} what={t("id")} />} />
      </KeyValueList>
    </div>
  );
}
