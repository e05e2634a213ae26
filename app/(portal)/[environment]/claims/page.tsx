import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requirePartner } from "#app/_session/session.ts";
import { ClaimList } from "#components/claims/claim-list.tsx";
import { claimParsers, claimsQuery } from "#components/claims/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { claimListQuery, listForPortal } from "#lib/insurance/claims/overview.ts";
import { listNames } from "#lib/insurance/renters/list.ts";

interface Props {
  params: Promise<{ environment: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("claims"))("title") };
}

export default async function ClaimsPage({ params, searchParams }: Props) {
  const ctx = await requirePartner((await params).environment);
  const t = await getTranslations("claims");
  const { asked, query } = await readList(claimParsers, claimListQuery, searchParams);
  const { environment } = ctx.world;
  const renters = await listNames(ctx);
  return (
    <Prefetched areas={["claims"]} queries={[known(claimsQuery(environment, asked), listForPortal(ctx, query))]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="claims" />} />
      <ClaimList renters={renters} />
    </Prefetched>
  );
}
