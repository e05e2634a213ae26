import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { ActivityList } from "#components/activity/activity-list.tsx";
import { activityParsers, activityQuery } from "#components/activity/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { listPeople } from "#lib/developer/activity/list.ts";

export const generateMetadata = titled("audit.activity.title");

export default async function ActivityPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "owner");
  const t = await getTranslations("audit.activity");
  const asked = await readFilters(activityParsers, searchParams);
  const { environment } = ctx.world;
  const people = await listPeople(ctx);
  await prefetch(ctx, activityQuery(environment, asked));
  return (
    <Prefetched areas={["audit", "exports"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="activity" />} />
      <ActivityList people={people} />
    </Prefetched>
  );
}
