import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readFilters } from "#app/_session/read-filters.ts";
import { requirePartner } from "#app/_session/session.ts";
import { ContractList } from "#components/contracts/contract-list.tsx";
import { contractParsers, contractsQuery } from "#components/contracts/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { listNames } from "#lib/insurance/renters/list.ts";

interface Props {
  params: Promise<{ environment: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("contracts"))("title") };
}

export default async function ContractsPage({ params, searchParams }: Props) {
  const ctx = await requirePartner((await params).environment);
  const t = await getTranslations("contracts");
  const asked = await readFilters(contractParsers, searchParams);
  const { environment } = ctx.world;
  const renters = await listNames(ctx);
  await prefetch(ctx, contractsQuery(environment, asked));
  return (
    <Prefetched areas={["contracts"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="contracts" />} />
      <ContractList renters={renters} />
    </Prefetched>
  );
}
