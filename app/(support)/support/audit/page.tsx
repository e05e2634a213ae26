import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { ExportButton } from "#components/portal/export-button.tsx";
import { PageHeader } from "#components/portal/page-header.tsx";
import { Prefetched, known } from "#components/portal/prefetched.tsx";
import { AuditList } from "#components/support/audit-list.tsx";
import { auditFilters, auditQuery } from "#components/support/queries.ts";
import { list } from "#lib/audit/list.ts";
import { auditListQuery } from "#lib/support/schema.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("audit"))("title") };
}

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const [t, zone] = await Promise.all([getTranslations("audit"), getTimeZone()]);
  const { asked, query } = await readList(auditFilters, auditListQuery, searchParams);
  return (
    <Prefetched areas={["audit", "shell"]} queries={[known(auditQuery(asked, zone), list(ctx, { ...query, zone }))]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="audit" />} />
      <AuditList />
    </Prefetched>
  );
}
