import { inngest } from "#inngest/client.ts";
import { notifyDueRenewals } from "#lib/renewals/notify-due.ts";

/** Sends the notices of renewals to come. */
export const makeNotifyDueRenewals = (clock: () => Date) =>
  inngest.createFunction(
    { id: "notify-due-renewals", name: "Notify due renewals", triggers: [{ cron: "* * * * *" }], concurrency: 1 },
    ({ step }) => step.run("notify due renewals", () => notifyDueRenewals(clock())),
  );
