import { serve } from "inngest/edge";
import { makeFunctions } from "#inngest/functions.ts";
import { env } from "#lib/env.ts";
import { inngest } from "#lib/jobs/inngest/client.ts";
import { currentTime } from "#lib/time/clock.ts";

const runJobs = serve({
  client: inngest,
  functions: makeFunctions(currentTime),
  servePath: "/api/inngest",
  // Without it the SDK would register the address of the current request.
  serveOrigin: new URL(env.INNGEST_SERVE_ORIGIN ?? env.BASE_URL ?? `http://localhost:${env.PORT}`).origin,
  // Requires a signature even for the sync request.
  enableUnauthedSync: false,
});

/** Answers Inngest's calls that run the jobs; 404 without Inngest. */
async function answer(request: Request): Promise<Response> {
  return env.JOB_RUNNER.includes("inngest") ? runJobs(request) : new Response(null, { status: 404 });
}

export { answer as GET, answer as POST, answer as PUT };
