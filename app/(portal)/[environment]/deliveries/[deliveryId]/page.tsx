import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound, requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { DeliveryView } from "#components/deliveries/delivery-view.tsx";
import { deliveryQuery } from "#components/deliveries/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { list as listWebhooks } from "#lib/delivery/webhook-settings/list.ts";

export async function generateMetadata({ params }: WorldPageProps<"deliveryId">): Promise<Metadata> {
  return { title: (await getTranslations("deliveries"))("oneTitle", { id: (await params).deliveryId }) };
}

export default async function DeliveryPage({ params }: WorldPageProps<"deliveryId">) {
  const { environment: name, deliveryId } = await params;
  const ctx = await requirePartner(name, "developer");
  const { environment } = ctx.world;
  const [[delivery], webhooks] = await Promise.all([prefetch(ctx, deliveryQuery(environment, deliveryId)), listWebhooks(ctx)]).catch(
    orNotFound,
  );
  const isWebhookEnabled = webhooks.some(({ id, enabled }) => id === delivery.webhookId && enabled);
  return (
    <Prefetched areas={["deliveries"]}>
      <DeliveryView deliveryId={delivery.id} isWebhookEnabled={isWebhookEnabled} />
    </Prefetched>
  );
}
