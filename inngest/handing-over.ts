import { sendCancellation, sendDeliveries } from "#inngest/send.ts";
import { currentTime } from "#lib/clock.ts";
import { onCancellation } from "#lib/deliveries/cancellations.ts";
import { handOver } from "#lib/deliveries/hand-over.ts";
import { onNudge } from "#lib/events/nudge.ts";
import type { Jobs } from "#lib/jobs/embedded.ts";
import { repeat } from "#lib/jobs/repeat.ts";
import { log } from "#lib/log.ts";

/** How often deliveries are looked for of which this process was not told. */
const lookMs = 5_000;

/**
 * Tells Inngest of deliveries moments after they are committed here, many in one request. The call that made them has been
 * answered by then, and neither waits nor fails.
 */
export function startHandingOver(): Jobs {
  const handing = repeat({
    job: "handOverDeliveries",
    everyMs: lookMs,
    run: (signal) => handOver(sendDeliveries, currentTime, signal),
  });
  const forget = [
    onNudge(() => handing.wake()),
    onCancellation((deliveryId) => {
      sendCancellation(deliveryId).catch((error: unknown) =>
        log.warn({ error, deliveryId }, "Inngest was not told of a cancellation; the run finds out when it wakes"),
      );
    }),
  ];
  return {
    stop() {
      for (const each of forget) each();
      return handing.stop();
    },
  };
}
