import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { readList } from "#app/_session/read-list.ts";
import { requireStaff } from "#app/_session/session.ts";
import { ExportButton } from "#components/portal/export-button.tsx";
import { PageHeader } from "#components/portal/page-header.tsx";
import { known, Prefetched } from "#components/portal/prefetched.tsx";
import { RegisterRenter } from "#components/support/register-renter.tsx";
import { RegisteredRenterList } from "#components/support/registered-renter-list.tsx";
import { registeredRentersQuery, renterParsers } from "#components/support/renter-queries.ts";
import { listForSupport } from "#lib/renters/list.ts";
import { renterListQuery } from "#lib/renters/schema.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("companies"))("title") };
}

export default async function RentersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requireStaff("support");
  const t = await getTranslations("companies");
  const { asked, query } = await readList(renterParsers, renterListQuery, searchParams);
  return (
    <Prefetched areas={["companies"]} queries={[known(registeredRentersQuery(asked), listForSupport(ctx, query))]}>
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
