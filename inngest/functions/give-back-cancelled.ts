import { inngest } from "#inngest/client.ts";
import { runCancelled } from "#inngest/events.ts";
import { giveBack } from "#lib/deliveries/hand-over.ts";

/** Gives back the delivery of a run that was cancelled, such as by hand: where the delivery is not over, it is handed over anew. */
export const makeGiveBackCancelled = () =>
  inngest.createFunction(
    {
      id: "give-back-cancelled",
      name: "Give back deliveries whose run was cancelled",
      triggers: [{ event: runCancelled, if: "event.data.function_id == 'covergate-deliver'" }],
    },
    ({ event, step }) => step.run("give back", () => giveBack(event.data.event.data.deliveryId)),
  );
