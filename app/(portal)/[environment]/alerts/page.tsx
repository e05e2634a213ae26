import type { Metadata } from "next";
import { getLocale, getTimeZone, getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import { AlertsView } from "#components/alerts/alerts-view.tsx";
import { alertsQuery } from "#components/alerts/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { env } from "#lib/platform/env.ts";
import { languageOf } from "#lib/platform/i18n/locales.ts";

interface Props {
  params: Promise<{ environment: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("alerts"))("title") };
}

export default async function AlertsPage({ params }: Props) {
  const ctx = await requirePartner((await params).environment, "owner");
  const viewer = { language: languageOf(await getLocale()), timeZone: await getTimeZone() };
  await prefetch(ctx, alertsQuery(ctx.world.environment, viewer));
  return (
    // The other areas have the texts for URLs and for receivers that fail.
    <Prefetched areas={["alerts", "webhooks", "deliveries"]}>
      <AlertsView allowedHosts={env.WEBHOOK_ALLOWED_HOSTS} />
    </Prefetched>
  );
}
