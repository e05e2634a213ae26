import { inngest } from "#inngest/client.ts";
import { deliveryCancelled, deliveryQueued } from "#inngest/events.ts";
import type { HandedOver } from "#lib/deliveries/hand-over.ts";

/** Tells Inngest of deliveries. It starts nothing for an event id that it was told of in the last 24 hours. */
export async function sendDeliveries(deliveries: readonly HandedOver[]): Promise<void> {
  await inngest.send(
    deliveries.map(({ deliveryId, webhookId, trigger, handingOverAt }) =>
      deliveryQueued.create({ deliveryId, webhookId, trigger }, { id: `${deliveryId}-${handingOverAt.getTime()}` }),
    ),
  );
}

/** Tells Inngest that a run has nothing left to wait for. */
export async function sendCancellation(deliveryId: string): Promise<void> {
  await inngest.send(deliveryCancelled.create({ deliveryId }));
}
