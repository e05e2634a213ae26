import { answerHeaders } from "#lib/api/answer.ts";
import type { RouteContext } from "#lib/api/handle.ts";
import { askedOrigin } from "#lib/api/request.ts";
import type { MethodHandler } from "#lib/api/route.ts";
import { refuseFailed, notFound } from "#lib/api/unrouted.ts";
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
    const { documents, packages } = await clientsFor(env.BASE_URL ?? askedOrigin(request.headers) ?? `http://localhost:${env.PORT}`);
    const document = documents.get(name);
    if (document !== undefined) {
      const type = { "content-type": "application/json; charset=utf-8", "cache-control": `${audience}, max-age=300` };
      return respond(JSON.stringify(document), 200, type);
    }
    const found = packages.get(name);
    if (found === undefined) return await notFound(request, context);
    return respond(new Uint8Array(found.content), 200, {
      "content-type": found.mimeType,
      "content-length": String(found.content.length),
      "cache-control": `${audience}, max-age=31536000, immutable`,
    });
  } catch (error) {
    return refuseFailed(request, context, error);
  }
}

function respond(body: string | Uint8Array<ArrayBuffer> | null, status: number, headers: Record<string, string>): Response {
  return new Response(body, { status, headers: { ...answerHeaders(newId("exec"), false), ...headers } });
}
