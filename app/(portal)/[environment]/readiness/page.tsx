import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { readinessQuery } from "#components/readiness/queries.ts";
import { ReadinessView } from "#components/readiness/readiness-list.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("readiness.title");

export default async function ReadinessPage({ params }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "developer");
  const t = await getTranslations("readiness");
  const { environment } = ctx.world;
  await prefetch(ctx, readinessQuery(environment));
  return (
    <Prefetched areas={["readiness"]}>
      <PageHeader title={t("title")} description={t("description")} />
      <ReadinessView />
    </Prefetched>
  );
}
