import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import { EventTabs } from "#components/events/event-tabs.tsx";
import { KindList } from "#components/events/kind-list.tsx";
import { kindsMetQuery } from "#components/events/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { listKindsMet } from "#lib/developer/events/list-kinds-met.ts";

interface Props {
  params: Promise<{ environment: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("events.catalogue"))("title") };
}

export default async function EventCataloguePage({ params }: Props) {
  const ctx = await requirePartner((await params).environment, "owner");
  const t = await getTranslations("events");
  const { environment } = ctx.world;
  return (
    <Prefetched areas={["events", "webhooks"]} queries={[known(kindsMetQuery(environment), listKindsMet(ctx))]}>
      <PageHeader title={t("title")} description={t("description")} />
      <EventTabs />
      <KindList />
    </Prefetched>
  );
}
