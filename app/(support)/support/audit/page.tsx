import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { ExportButton } from "#components/portal/export-button.tsx";
import { PageHeader } from "#components/portal/page-header.tsx";
import { Prefetched, known } from "#components/portal/prefetched.tsx";
import { AuditList } from "#components/support/audit-list.tsx";
import { auditParsers, auditQuery } from "#components/support/queries.ts";
import { auditListQuery, list } from "#lib/audit/list.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("audit"))("title") };
}

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("audit");
  const { asked, query } = await readList(auditParsers, auditListQuery, searchParams);
  return (
    <Prefetched areas={["audit", "shell"]} queries={[known(auditQuery(asked), list(ctx, query))]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="audit" />} />
      <AuditList />
    </Prefetched>
  );
}
