import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { createLoader } from "nuqs/server";
import type { SearchParams } from "nuqs/server";
import { cache } from "react";
import { readList } from "#app/_session/read-list.ts";
import { requirePartner } from "#app/_session/session.ts";
import { deliveriesQuery, deliveryParsers } from "#components/deliveries/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { rangeFilter } from "#components/overview/queries.ts";
import { healthQuery, signingQuery, webhooksQuery } from "#components/webhooks/queries.ts";
import { WebhookView } from "#components/webhooks/webhook-view.tsx";
import { deliveryListQuery, list as listDeliveries } from "#lib/delivery/deliveries/list.ts";
import { readHealth } from "#lib/delivery/webhook-settings/health.ts";
import { list as listWebhooks } from "#lib/delivery/webhook-settings/list.ts";
import { readSigning } from "#lib/delivery/webhook-settings/signing.ts";

interface Props {
  params: Promise<{ environment: string; webhookId: string }>;
  searchParams: Promise<SearchParams>;
}

const loadRange = createLoader(rangeFilter);
const listOfWorld = cache(async (environment: string) => listWebhooks(await requirePartner(environment, "owner")));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { environment, webhookId } = await params;
  const name = (await listOfWorld(environment)).find(({ id }) => id === webhookId)?.name;
  if (name === undefined) notFound();
  return { title: (await getTranslations("webhooks"))("oneTitle", { name }) };
}

export default async function WebhookPage({ params, searchParams }: Props) {
  const { environment: name, webhookId } = await params;
  const ctx = await requirePartner(name, "owner");
  const { asked, query } = await readList(deliveryParsers, deliveryListQuery, searchParams);
  const { environment } = ctx.world;
  const [{ range }, timeZone] = await Promise.all([loadRange(searchParams), getTimeZone()]);
  const webhooks = await listOfWorld(name);
  if (webhooks.every(({ id }) => id !== webhookId)) notFound();
  return (
    <Prefetched
      areas={["webhooks", "deliveries", "overview"]}
      queries={[
        known(webhooksQuery(environment), Promise.resolve(webhooks)),
        known(signingQuery(environment, webhookId), readSigning(ctx, webhookId)),
        known(healthQuery(environment, webhookId, range, timeZone), readHealth(ctx, webhookId, { range, timeZone })),
        known(deliveriesQuery(environment, { ...asked, webhookId }), listDeliveries(ctx, { ...query, webhookId })),
      ]}
    >
      <WebhookView webhookId={webhookId} />
    </Prefetched>
  );
}
