import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { Prefetched, known } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { securityParsers, securityQuery, securityTrendsQuery } from "#components/security/queries.ts";
import { SecurityList } from "#components/security/security-list.tsx";
import { SecurityTrends } from "#components/security/security-trends.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { list, securityListQuery } from "#lib/account/security/list.ts";
import { readTrends } from "#lib/account/security/trends.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("securityEvents"))("title") };
}

export default async function SecurityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("securityEvents");
  const { asked, query } = await readList(securityParsers, securityListQuery, searchParams);
  return (
    <Prefetched
      areas={["securityEvents", "shell"]}
      queries={[known(securityQuery(asked), list(ctx, query)), known(securityTrendsQuery, readTrends(ctx))]}
    >
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="security" />} />
      <SecurityTrends />
      <SecurityList />
    </Prefetched>
  );
}
