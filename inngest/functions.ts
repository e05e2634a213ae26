import { makeDeliver } from "#inngest/functions/deliver.ts";
import { makeEndDueContracts } from "#inngest/functions/end-due-contracts.ts";
import { makeGiveBackCancelled } from "#inngest/functions/give-back-cancelled.ts";
import { makeHandOverDeliveriesAgain } from "#inngest/functions/hand-over-deliveries-again.ts";
import { makeHandOverDeliveries } from "#inngest/functions/hand-over-deliveries.ts";
import { makeKeepHouse } from "#inngest/functions/keep-house.ts";
import { makeNotifyDueRenewals } from "#inngest/functions/notify-due-renewals.ts";
import { sendDeliveries } from "#inngest/send.ts";
import { currentTime } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import { createSender } from "#lib/webhooks/post.ts";

const clock = currentTime;

/** Everything that Inngest runs, on its schedule or by an event. */
export const functions = [
  makeDeliver(createSender({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS }), clock),
  makeGiveBackCancelled(),
  makeHandOverDeliveries(sendDeliveries, clock),
  makeHandOverDeliveriesAgain(sendDeliveries, clock),
  makeEndDueContracts(clock),
  makeNotifyDueRenewals(clock),
  makeKeepHouse(clock),
];
