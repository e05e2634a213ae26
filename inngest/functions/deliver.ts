import { inngest } from "#inngest/client.ts";
import { deliveryCancelled, deliveryQueued } from "#inngest/events.ts";
import { giveBack } from "#lib/deliveries/hand-over.ts";
import { inFlightPerWebhook } from "#lib/deliveries/rules/pace.ts";
import { takeTurn } from "#lib/deliveries/take-turn.ts";
import type { Sender } from "#lib/webhooks/post.ts";

/** One run per delivery, from its first attempt to its end. What it finds in the database decides, never what it remembers. */
export const makeDeliver = (sender: Sender, clock: () => Date) =>
  inngest.createFunction(
    {
      id: "deliver",
      name: "Deliver an event",
      triggers: [deliveryQueued],
      concurrency: { key: "event.data.webhookId", limit: inFlightPerWebhook },
      // Behind what happens in the ten minutes after it, so that no event waits for thousands of replays.
      priority: { run: "event.data.trigger == 'replay' ? -600 : 0" },
      cancelOn: [{ event: deliveryCancelled, if: "async.data.deliveryId == event.data.deliveryId" }],
      retries: 10,
      // Its errors were ours, such as a database that was away for hours: the delivery is not to wait with it.
      onFailure: ({ event }) => giveBack(deliveryQueued.schema.parse(event.data.event.data).deliveryId),
    },
    async ({ event, step }) => {
      for (let turn = 1; ; turn += 1) {
        const nextAt = await step.run(`turn ${turn}`, () => takeTurn(event.data.deliveryId, sender, clock));
        if (nextAt === null) return;
        await step.sleepUntil(`until turn ${turn + 1}`, nextAt);
      }
    },
  );
