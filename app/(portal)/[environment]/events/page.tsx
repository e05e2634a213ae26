import { getTimeZone, getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { EventList } from "#components/events/event-list.tsx";
import { EventTabs } from "#components/events/event-tabs.tsx";
import { eventParsers, eventSummaryQuery, eventsQuery } from "#components/events/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("events.title");

export default async function EventsPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "developer");
  const t = await getTranslations("events");
  const asked = await readFilters(eventParsers, searchParams);
  const { environment } = ctx.world;
  const timeZone = await getTimeZone();
  await prefetch(ctx, eventsQuery(environment, asked), eventSummaryQuery(environment, asked, timeZone));
  return (
    <Prefetched areas={["events", "webhooks"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="events" />} />
      <EventTabs />
      <EventList />
    </Prefetched>
  );
}
