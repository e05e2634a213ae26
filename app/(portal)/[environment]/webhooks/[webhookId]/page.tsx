import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { createLoader } from "nuqs/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { readFilters } from "#app/_session/titled.ts";
import { deliveriesQuery, deliveryParsers } from "#components/deliveries/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { rangeFilter } from "#components/overview/queries.ts";
import { healthQuery, signingQuery, webhooksQuery } from "#components/webhooks/queries.ts";
import { WebhookView } from "#components/webhooks/webhook-view.tsx";

const loadRange = createLoader(rangeFilter);

async function listOfWorld(environment: string) {
  const ctx = await requirePartner(environment, "developer");
  return (await prefetch(ctx, webhooksQuery(ctx.world.environment)))[0];
}

export async function generateMetadata({ params }: WorldPageProps<"webhookId">): Promise<Metadata> {
  const { environment, webhookId } = await params;
  const name = (await listOfWorld(environment)).find(({ id }) => id === webhookId)?.name;
  if (name === undefined) notFound();
  return { title: (await getTranslations("webhooks"))("oneTitle", { name }) };
}

export default async function WebhookPage({ params, searchParams }: WorldPageProps<"webhookId">) {
  const { environment: name, webhookId } = await params;
  const ctx = await requirePartner(name, "developer");
  const asked = await readFilters(deliveryParsers, searchParams);
  const { environment } = ctx.world;
  const [{ range }, timeZone] = await Promise.all([loadRange(searchParams), getTimeZone()]);
  const webhooks = await listOfWorld(name);
  if (webhooks.every(({ id }) => id !== webhookId)) notFound();
  const health = healthQuery(environment, webhookId, range, timeZone);
  await prefetch(ctx, signingQuery(environment, webhookId), health, deliveriesQuery(environment, { ...asked, webhookId }));
  return (
    <Prefetched areas={["webhooks", "deliveries", "overview"]}>
      <WebhookView webhookId={webhookId} />
    </Prefetched>
  );
}
