import { inngest } from "#inngest/client.ts";
import { handOverAgain } from "#lib/deliveries/hand-over.ts";
import type { Send } from "#lib/deliveries/hand-over.ts";

/** Hands over anew what is long overdue: its run was lost. */
export const makeHandOverDeliveriesAgain = (send: Send, clock: () => Date) =>
  inngest.createFunction(
    { id: "hand-over-deliveries-again", name: "Hand over deliveries again", triggers: [{ cron: "*/10 * * * *" }], concurrency: 1 },
    ({ step }) => step.run("hand over again", () => handOverAgain(send, clock)),
  );
