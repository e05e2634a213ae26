import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { requireStaff } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { queueCountsQuery, queuePageQuery, queueParsers } from "#components/claims/queries.ts";
import { ClaimQueue } from "#components/console/claims/claim-queue.tsx";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { listClaimPartners } from "#lib/insurance/claims/desk/queue.ts";

export const generateMetadata = titled("claims.desk.title");

export default async function ClaimsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff();
  const t = await getTranslations("claims.desk");
  const asked = await readFilters(queueParsers, searchParams);
  await prefetch(ctx, queuePageQuery(asked), queueCountsQuery(asked));
  return (
    <Prefetched areas={["claims", "shell"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="claims" />} />
      <ClaimQueue partners={await listClaimPartners(ctx)} />
    </Prefetched>
  );
}
