import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { requireStaff } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { KeyList } from "#components/console/keys/key-list.tsx";
import { KeyReports } from "#components/console/keys/key-reports.tsx";
import { keyParsers, keysQuery } from "#components/console/queries.ts";
import { keyReportsQuery } from "#components/keys/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("partners.keyList.title");

export default async function KeysPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("partners.keyList");
  const asked = await readFilters(keyParsers, searchParams);
  await prefetch(ctx, keysQuery(asked), keyReportsQuery);
  return (
    <Prefetched areas={["keys", "partners", "shell"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="keys" />} />
      <KeyReports />
      <KeyList />
    </Prefetched>
  );
}
