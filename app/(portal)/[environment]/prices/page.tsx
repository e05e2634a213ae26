import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PriceLists } from "#components/prices/price-lists.tsx";
import { pricesQuery } from "#components/prices/queries.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { listAttachedRenters } from "#lib/partners/find.ts";
import { readForPortal } from "#lib/tariffs/overview.ts";
import { isAmong } from "#lib/users/rules/audience.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("prices"))("title") };
}

export default async function PricesPage({ params }: { params: Promise<{ environment: string }> }) {
  const ctx = await requirePartner((await params).environment);
  const { environment, partnerId } = ctx.world;
  const t = await getTranslations("prices");
  const [renterUid = ""] = await listAttachedRenters(partnerId, environment);
  return (
    <Prefetched areas={["contracts", "prices"]} queries={[known(pricesQuery(environment), readForPortal(ctx))]}>
      <PageHeader title={t("title")} description={t("description")} />
      <PriceLists now={ctx.now} renterUid={renterUid} maySend={environment === "development" && isAmong("owner", ctx.user.role)} />
    </Prefetched>
  );
}
