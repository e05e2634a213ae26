import { after } from "next/server";

/** Next calls this at its start. It starts the jobs if Next serves alone. */
export async function register(): Promise<void> {
  // The literal name lets the bundler exclude the jobs from other runtimes.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { isNextAlone, startJobs } = await import("#jobs/start.ts");
    if (isNextAlone()) await startJobs({ keepAlive });
  }
}

/** Keeps a serverless host alive until the work is done. Work outside a request does not need that, since its process stays. */
function keepAlive(work: Promise<unknown>): void {
  try {
    after(work);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("outside a request scope"))) throw error;
  }
}
