import { getTranslations } from "next-intl/server";
import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { supportStatementsQuery } from "#components/statements/queries.ts";
import { StatementListOfSupport } from "#components/statements/statement-list.tsx";

export const generateMetadata = titled("statements.title");

export default async function SupportStatementsPage() {
  const ctx = await requireStaff("support");
  const t = await getTranslations("statements");
  await prefetch(ctx, supportStatementsQuery);
  return (
    <Prefetched areas={["statements"]}>
      <PageHeader title={t("title")} description={t("supportDescription")} actions={<ExportButton list="statements" />} />
      <StatementListOfSupport />
    </Prefetched>
  );
}
