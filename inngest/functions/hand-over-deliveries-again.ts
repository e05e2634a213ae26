import { inngest } from "#inngest/client.ts";
import { handOverAgain } from "#lib/deliveries/hand-over.ts";
import type { Send } from "#lib/deliveries/hand-over.ts";

/** Tells again of deliveries that are overdue: an event or a run may have been lost. */
export const makeHandOverDeliveriesAgain = (send: Send, clock: () => Date) =>
  inngest.createFunction(
    { id: "hand-over-deliveries-again", name: "Hand over deliveries again", triggers: [{ cron: "*/10 * * * *" }], concurrency: 1 },
    ({ step }) => step.run("hand over again", () => handOverAgain(send, clock())),
  );
