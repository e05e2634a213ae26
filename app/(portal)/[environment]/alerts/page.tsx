import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { AlertsView } from "#components/alerts/alerts-view.tsx";
import { alertsQuery } from "#components/alerts/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { env } from "#lib/platform/env.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";

export const generateMetadata = titled("alerts.title");

export default async function AlertsPage({ params }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "developer");
  await prefetch(ctx, alertsQuery(ctx.world.environment));
  return (
    // The other areas have the texts for URLs and for receivers that fail.
    <Prefetched areas={["alerts", "webhooks", "deliveries"]}>
      <AlertsView allowedHosts={env.WEBHOOK_ALLOWED_HOSTS} sendsMail={sendsMail()} />
    </Prefetched>
  );
}
