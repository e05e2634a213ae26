import { answerHeaders } from "#lib/api/answer.ts";
import type { RouteContext } from "#lib/api/handle.ts";
import type { MethodHandler } from "#lib/api/methods.ts";
import { askedOrigin } from "#lib/api/request.ts";
import { answerUnexpectedError, notFound } from "#lib/api/unrouted.ts";
import { clientsFor, latest } from "#lib/developer/clients/served.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";

/** Without `BASE_URL`, packages hold the address of the caller, and are for no shared cache. */
const audience = env.BASE_URL === undefined ? "private" : "public";

/** Serves the client libraries, to anybody (rules/access.md#clients-1). */
export const serveClients: MethodHandler = Object.assign(answerClients, { endpoint: { method: "GET" as const } });

async function answerClients(request: Request, context: RouteContext): Promise<Response> {
  try {
    const { file } = await context.params;
    const name = typeof file === "string" ? file : "";
    const versioned = latest.get(name);
    if (versioned !== undefined) return respond(null, 302, { location: `/clients/${versioned}`, "cache-control": "no-cache" });
    const clients = await clientsFor(env.BASE_URL ?? askedOrigin(request.headers) ?? `http://localhost:${env.PORT}`);
    const found = clients.get(name);
    if (found === undefined) return await notFound(request, context);
    const content = Buffer.from(found.content as string);
    return respond(new Uint8Array(content), 200, {
      "content-type": found.mimeType,
      "content-length": String(content.length),
      "cache-control": `${audience}, max-age=${found.isForGood ? "31536000, immutable" : "300"}`,
    });
  } catch (error) {
    return answerUnexpectedError(request, context, error);
  }
}

function respond(body: string | Uint8Array<ArrayBuffer> | null, status: number, headers: Record<string, string>): Response {
  return new Response(body, { status, headers: { ...answerHeaders(newId("exec"), false), ...headers } });
}
