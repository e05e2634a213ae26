import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { requireStaff } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { AuditList } from "#components/console/audit/audit-list.tsx";
import { auditParsers, auditQuery } from "#components/console/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("audit.title");

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("audit");
  const asked = await readFilters(auditParsers, searchParams);
  await prefetch(ctx, auditQuery(asked));
  return (
    <Prefetched areas={["audit", "shell"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="audit" />} />
      <AuditList />
    </Prefetched>
  );
}
