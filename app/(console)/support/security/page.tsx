import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { requireStaff } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { securityParsers, securityQuery, securityTrendsQuery } from "#components/security/queries.ts";
import { SecurityList } from "#components/security/security-list.tsx";
import { SecurityTrends } from "#components/security/security-trends.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("securityEvents.title");

export default async function SecurityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("securityEvents");
  const asked = await readFilters(securityParsers, searchParams);
  await prefetch(ctx, securityQuery(asked), securityTrendsQuery);
  return (
    <Prefetched areas={["securityEvents", "shell"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="security" />} />
      <SecurityTrends />
      <SecurityList />
    </Prefetched>
  );
}
