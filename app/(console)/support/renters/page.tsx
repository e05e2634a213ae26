import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { requireStaff } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { RegisterRenter, RegisteredRenterList } from "#components/console/renters/registered-renter-list.tsx";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { registeredRentersQuery, renterParsers } from "#components/renters/queries.ts";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("companies.title");

export default async function RentersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("companies");
  const asked = await readFilters(renterParsers, searchParams);
  await prefetch(ctx, registeredRentersQuery(asked));
  return (
    <Prefetched areas={["companies"]}>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            <ExportButton list="renters" />
            <RegisterRenter />
          </>
        }
      />
      <RegisteredRenterList />
    </Prefetched>
  );
}
