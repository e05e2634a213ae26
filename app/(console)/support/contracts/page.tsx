import { getTranslations } from "next-intl/server";
import { createLoader } from "nuqs/server";
import type { SearchParams } from "nuqs/server";
import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { ContractFinder } from "#components/console/look-up/contract-finder.tsx";
import { contractFilters, contractQuery } from "#components/console/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { contractFindQuery } from "#lib/insurance/contracts/schema.ts";

export const generateMetadata = titled("lookup.contracts.title");

export default async function ContractsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff();
  const t = await getTranslations("lookup.contracts");
  const cid = (await createLoader(contractFilters)(searchParams)).cid?.trim() ?? "";
  if (contractFindQuery.safeParse({ cid }).success) await prefetch(ctx, contractQuery(cid));
  return (
    <Prefetched areas={["contracts", "lookup", "shell"]}>
      <PageHeader title={t("title")} description={t(ctx.user.role === "support" ? "description" : "readDescription")} />
      <ContractFinder role={ctx.user.role} />
    </Prefetched>
  );
}
