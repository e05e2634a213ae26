import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { EventTabs } from "#components/events/event-tabs.tsx";
import { KindList } from "#components/events/kind-list.tsx";
import { kindsMetQuery } from "#components/events/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("events.catalogue.title");

export default async function EventCataloguePage({ params }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "developer");
  const t = await getTranslations("events");
  const { environment } = ctx.world;
  await prefetch(ctx, kindsMetQuery(environment));
  return (
    <Prefetched areas={["events", "webhooks"]}>
      <PageHeader title={t("title")} description={t("description")} />
      <EventTabs />
      <KindList />
    </Prefetched>
  );
}
