import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { ClaimList } from "#components/claims/claim-list.tsx";
import { claimParsers, claimsQuery } from "#components/claims/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { listNames } from "#lib/insurance/renters/list.ts";

export const generateMetadata = titled("claims.title");

export default async function ClaimsPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "member");
  const t = await getTranslations("claims");
  const asked = await readFilters(claimParsers, searchParams);
  const { environment } = ctx.world;
  const renters = await listNames(ctx);
  await prefetch(ctx, claimsQuery(environment, asked));
  return (
    <Prefetched areas={["claims"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="claims" />} />
      <ClaimList renters={renters} />
    </Prefetched>
  );
}
