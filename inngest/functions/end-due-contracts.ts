import { inngest } from "#inngest/client.ts";
import { endDueContracts } from "#lib/contracts/end-due.ts";

/** Applies renewals that are due and ends what has come to its end. */
export const makeEndDueContracts = (clock: () => Date) =>
  inngest.createFunction(
    { id: "end-due-contracts", name: "End due contracts", triggers: [{ cron: "* * * * *" }], concurrency: 1 },
    ({ step }) => step.run("end due contracts", () => endDueContracts(clock())),
  );
