import { getTimeZone, getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters, titled } from "#app/_session/titled.ts";
import { DeliveryList } from "#components/deliveries/delivery-list.tsx";
import { deliveriesQuery, deliveryParsers, deliverySummaryQuery } from "#components/deliveries/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { list as listWebhooks } from "#lib/delivery/webhook-settings/list.ts";

export const generateMetadata = titled("deliveries.title");

export default async function DeliveriesPage({ params, searchParams }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "developer");
  const t = await getTranslations("deliveries");
  const asked = await readFilters(deliveryParsers, searchParams);
  const { environment } = ctx.world;
  const timeZone = await getTimeZone();
  const webhooks = await listWebhooks(ctx);
  await prefetch(ctx, deliveriesQuery(environment, asked), deliverySummaryQuery(environment, asked, timeZone));
  return (
    <Prefetched areas={["deliveries"]}>
      <PageHeader title={t("title")} description={t("description")} actions={<ExportButton list="deliveries" />} />
      <DeliveryList webhooks={webhooks.map(({ id, name, enabled }) => ({ id, name, enabled }))} />
    </Prefetched>
  );
}
