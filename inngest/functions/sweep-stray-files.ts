import { inngest } from "#inngest/client.ts";
import { sweepStrayFiles } from "#lib/claims/stray-files.ts";

/** Deletes uploaded files that no document came to name. */
export const makeSweepStrayFiles = (clock: () => Date) =>
  inngest.createFunction(
    { id: "sweep-stray-files", name: "Delete stray files", triggers: [{ cron: "*/10 * * * *" }], concurrency: 1 },
    ({ step }) => step.run("sweep stray files", () => sweepStrayFiles(clock())),
  );
