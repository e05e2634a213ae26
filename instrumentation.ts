import { after } from "next/server";

/** What Next calls when it starts: where it serves alone, nobody else starts the jobs. */
export async function register(): Promise<void> {
  // The name is written out for the bundler, which then leaves the jobs out of what it makes for other runtimes.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { isNextAlone, startJobs } = await import("#lib/jobs/start.ts");
    if (isNextAlone()) await startJobs({ keepAlive });
  }
}

/** Has a serverless host go on until the work is done. What no request began needs that not: who runs it stays. */
function keepAlive(work: Promise<unknown>): void {
  try {
    after(work);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("outside a request scope"))) throw error;
  }
}
