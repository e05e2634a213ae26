import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { ContractList } from "#components/contracts/contract-list.tsx";
import { contractParsers, contractsQuery } from "#components/contracts/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { listNames } from "#lib/insurance/renters/list.ts";

export const generateMetadata = titled("contracts.title");

export default async function ContractsPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "member");
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
