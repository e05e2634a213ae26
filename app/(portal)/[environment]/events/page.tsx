import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requirePartner } from "#app/_session/session.ts";
import { EventList } from "#components/events/event-list.tsx";
import { EventTabs } from "#components/events/event-tabs.tsx";
import { eventParsers, eventsQuery, eventSummaryQuery } from "#components/events/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { withoutCursor } from "#components/kit/filters/list-parsers.ts";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { eventListQuery, listForPortal, summarize } from "#lib/developer/events/list-for-portal.ts";

interface Props {
  params: Promise<{ environment: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("events"))("title") };
}

export default async function EventsPage({ params, searchParams }: Props) {
  const ctx = await requirePartner((await params).environment, "owner");
  const t = await getTranslations("events");
  const { asked, query } = await readList(eventParsers, eventListQuery, searchParams);
  const { environment } = ctx.world;
  const timeZone = await getTimeZone();
  return (
    <Prefetched
      areas={["events", "webhooks"]}
      queries={[
        known(eventsQuery(environment, asked), listForPortal(ctx, query)),
        known(eventSummaryQuery(environment, asked, timeZone), summarize(ctx, { ...withoutCursor(query), timeZone })),
      ]}
    >
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="events" />} />
      <EventTabs />
      <EventList />
    </Prefetched>
  );
}
