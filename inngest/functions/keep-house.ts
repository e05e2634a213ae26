import { inngest } from "#inngest/client.ts";
import { keepHouse } from "#lib/jobs/keep-house.ts";

/** Makes the partitions of the days to come, and drops those that are past keeping. */
export const makeKeepHouse = (clock: () => Date) =>
  inngest.createFunction(
    { id: "keep-house", name: "Make and drop partitions", triggers: [{ cron: "20 * * * *" }], concurrency: 1 },
    ({ step }) => step.run("keep house", () => keepHouse(clock())),
  );
