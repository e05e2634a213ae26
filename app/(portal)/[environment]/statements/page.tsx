import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { statementsQuery } from "#components/statements/queries.ts";
import { StatementList } from "#components/statements/statement-list.tsx";

export const generateMetadata = titled("statements.title");

export default async function StatementsPage({ params }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "member");
  const t = await getTranslations("statements");
  await prefetch(ctx, statementsQuery(ctx.world.environment));
  return (
    <Prefetched areas={["statements"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="statements" />} />
      <StatementList />
    </Prefetched>
  );
}
