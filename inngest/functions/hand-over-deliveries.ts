import { inngest } from "#inngest/client.ts";
import { handOver } from "#lib/deliveries/hand-over.ts";
import type { Send } from "#lib/deliveries/hand-over.ts";

/** Hands over deliveries of which no process told: it ended between its commit and its word, or at its word. */
export const makeHandOverDeliveries = (send: Send, clock: () => Date) =>
  inngest.createFunction(
    { id: "hand-over-deliveries", name: "Hand over deliveries", triggers: [{ cron: "* * * * *" }], concurrency: 1 },
    ({ step }) => step.run("hand over", () => handOver(send, clock)),
  );
