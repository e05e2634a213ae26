import { serve } from "inngest/edge";
import { makeFunctions } from "#inngest/functions.ts";
import { inngest } from "#inngest/send.ts";
import { parseJson, readText } from "#lib/api/parse.ts";
import { env } from "#lib/platform/env.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const runJobs = serve({
  client: inngest,
  functions: makeFunctions(currentTime),
  servePath: "/api/inngest",
  // Without it the SDK would register the address of the current request.
  serveOrigin: new URL(env.INNGEST_SERVE_ORIGIN ?? env.BASE_URL ?? `http://localhost:${env.PORT}`).origin,
  // Requires a signature even for the sync request.
  enableUnauthedSync: false,
});

/** The SDK parses and sorts a body before it verifies the signature. A run of ours has few steps, so its body is short. */
const longestBody = 32_768;

/** Answers Inngest's calls that run the jobs; 404 without Inngest. */
async function answer(request: Request): Promise<Response> {
  if (!env.JOB_RUNNER.includes("inngest")) return new Response(null, { status: 404 });
  const { url, method, headers } = request;
  if (method === "GET") return runJobs(request);
  try {
    const text = await readText(request, longestBody);
    // The SDK leaves a rejection unhandled if the body is not JSON, and exhausts the stack if it is nested deeply.
    const body = parseJson(text, null) === undefined ? "" : text;
    return await runJobs(new Request(url, { method, headers, body }));
  } catch (error) {
    if (error instanceof ApiError) return new Response(error.message, { status: error.entry.status });
    throw error;
  }
}

export { answer as GET, answer as POST, answer as PUT };
