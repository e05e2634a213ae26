import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { requireStaff } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { NewPartner, PartnerList } from "#components/console/partners/partner-list.tsx";
import { partnerParsers, partnersQuery } from "#components/console/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("partners.title");

export default async function PartnersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("partners");
  const asked = await readFilters(partnerParsers, searchParams);
  await prefetch(ctx, partnersQuery(asked));
  return (
    <Prefetched areas={["partners"]}>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            <ExportButton list="partners" />
            <NewPartner />
          </>
        }
      />
      <PartnerList />
    </Prefetched>
  );
}
