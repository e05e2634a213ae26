import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { KeyList } from "#components/console/keys/key-list.tsx";
import { keyReportsQuery } from "#components/console/keys/key-report-queries.ts";
import { KeyReports } from "#components/console/keys/key-reports.tsx";
import { keyParsers, keysQuery } from "#components/console/queries.ts";
import { Prefetched, known } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { listForSupport } from "#lib/account/keys/list.ts";
import { listReports } from "#lib/account/keys/reports.ts";
import { keyListQuery } from "#lib/account/keys/requests.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("partners.keyList"))("title") };
}

export default async function KeysPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("partners.keyList");
  const { asked, query } = await readList(keyParsers, keyListQuery, searchParams);
  return (
    <Prefetched
      areas={["keys", "partners", "shell"]}
      queries={[known(keysQuery(asked), listForSupport(ctx, query)), known(keyReportsQuery, listReports(ctx))]}
    >
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="keys" />} />
      <KeyReports />
      <KeyList />
    </Prefetched>
  );
}
