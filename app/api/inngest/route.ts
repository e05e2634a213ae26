import { serve } from "inngest/edge";
import { makeFunctions } from "#inngest/functions.ts";
import { env } from "#lib/env.ts";
import { inngest } from "#lib/jobs/inngest/client.ts";
import { currentTime } from "#lib/time/clock.ts";

const runJobs = serve({
  client: inngest,
  functions: makeFunctions(currentTime),
  servePath: "/api/inngest",
  // Always: the SDK would else register the address by which it happens to be called.
  serveOrigin: new URL(env.INNGEST_SERVE_ORIGIN ?? env.BASE_URL ?? `http://localhost:${env.PORT}`).origin,
  // Not even to announce itself: whoever calls signs.
  enableUnauthedSync: false,
});

/** What Inngest calls to run the jobs; not there without Inngest. */
async function answer(request: Request): Promise<Response> {
  return env.JOB_RUNNER.includes("inngest") ? runJobs(request) : new Response(null, { status: 404 });
}

export { answer as GET, answer as POST, answer as PUT };
