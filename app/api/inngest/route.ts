import { serve } from "inngest/edge";
import { inngest } from "#inngest/client.ts";
import { functions } from "#inngest/functions.ts";
import { env } from "#lib/env.ts";

const runJobs = serve({
  client: inngest,
  functions,
  servePath: "/api/inngest",
  ...(env.BASE_URL === undefined ? {} : { serveOrigin: new URL(env.BASE_URL).origin }),
  // Not even to announce itself: whoever calls signs.
  enableUnauthedSync: false,
});

/** What Inngest calls to run the jobs; not there without Inngest. */
async function answer(request: Request): Promise<Response> {
  return env.JOB_RUNNER.includes("inngest") ? runJobs(request) : new Response(null, { status: 404 });
}

export { answer as GET, answer as POST, answer as PUT };
