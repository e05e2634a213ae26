import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { renewalParsers, renewalsQuery } from "#components/renewals/queries.ts";
import { RenewalList } from "#components/renewals/renewal-list.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";

export const generateMetadata = titled("renewals.title");

export default async function RenewalsPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "member");
  const t = await getTranslations("renewals");
  const asked = await readFilters(renewalParsers, searchParams);
  const { environment } = ctx.world;
  await prefetch(ctx, renewalsQuery(environment, asked));
  return (
    <Prefetched areas={["renewals"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="renewals" />} />
      <RenewalList />
    </Prefetched>
  );
}
