import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requirePartner } from "#app/_session/session.ts";
import { ExportButton } from "#components/portal/export-button.tsx";
import { PageHeader } from "#components/portal/page-header.tsx";
import { known, Prefetched } from "#components/portal/prefetched.tsx";
import { renewalParsers, renewalsQuery } from "#components/renewals/queries.ts";
import { RenewalList } from "#components/renewals/renewal-list.tsx";
import { listForPortal, renewalListQuery } from "#lib/renewals/list.ts";

interface Props {
  params: Promise<{ environment: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("renewals"))("title") };
}

export default async function RenewalsPage({ params, searchParams }: Props) {
  const ctx = await requirePartner((await params).environment);
  const t = await getTranslations("renewals");
  const { asked, query } = await readList(renewalParsers, renewalListQuery, searchParams);
  const { environment } = ctx.world;
  return (
    <Prefetched areas={["renewals"]} queries={[known(renewalsQuery(environment, asked), listForPortal(ctx, query))]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="renewals" />} />
      <RenewalList />
    </Prefetched>
  );
}
