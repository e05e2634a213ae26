import { getTranslations } from "next-intl/server";
import { createLoader } from "nuqs/server";
import type { SearchParams } from "nuqs/server";
import { requireStaff } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { LookUp } from "#components/console/look-up/look-up.tsx";
import { lookUpFilters, lookUpQuery, lookUpSearchQuery } from "#components/console/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { searchText } from "#lib/platform/lists/portal-lists.ts";

export const generateMetadata = titled("lookup.title");

export default async function LookUpPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff();
  const t = await getTranslations("lookup");
  const term = (await createLoader(lookUpFilters)(searchParams)).q?.trim() ?? "";
  if (searchText.safeParse(term).success) await Promise.all([prefetch(ctx, lookUpQuery(term)), prefetch(ctx, lookUpSearchQuery(term))]);
  return (
    <Prefetched areas={["calls", "lookup", "claims", "contracts", "deliveries", "shell", "traffic"]}>
      <PageHeader title={t("title")} description={t("description")} />
      <LookUp role={ctx.user.role} />
    </Prefetched>
  );
}
