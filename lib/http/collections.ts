import { writeZip } from "#lib/clients/zip.ts";
import { brunoFiles } from "#lib/collections/bruno.ts";
import { postmanCollection, postmanEnvironment } from "#lib/collections/postman.ts";
import { env } from "#lib/env.ts";
import { answerHeaders } from "#lib/http/answer.ts";
import type { RouteContext } from "#lib/http/handle.ts";
import { askedOrigin } from "#lib/http/request.ts";
import type { MethodHandler } from "#lib/http/route.ts";
import { notFound, refuseFailed } from "#lib/http/unrouted.ts";
import { newId } from "#lib/ids.ts";

interface File {
  mimeType: string;
  content(address: string): string | Buffer;
}

const json = "application/json; charset=utf-8";

/** What is served below `/collections`. */
const files: ReadonlyMap<string, File> = new Map([
  ["covergate.postman_collection.json", { mimeType: json, content: () => JSON.stringify(postmanCollection(), null, 2) }],
  [
    "covergate.postman_environment.json",
    { mimeType: json, content: (address: string) => JSON.stringify(postmanEnvironment(address), null, 2) },
  ],
  ["covergate-bruno.zip", { mimeType: "application/zip", content: (address: string) => writeZip(brunoFiles(address)) }],
]);

/** Without `BASE_URL`, environments hold the address of the caller, and are for no shared cache. */
const audience = env.BASE_URL === undefined ? "private" : "public";

/** Serves the collections for Postman and Bruno, to anybody. */
export const serveCollections: MethodHandler = Object.assign(answerCollections, { endpoint: { method: "GET" as const } });

async function answerCollections(request: Request, context: RouteContext): Promise<Response> {
  try {
    const { file = "" } = await context.params;
    const found = files.get(String(file));
    if (found === undefined) return await notFound(request, context);
    const content = found.content(env.BASE_URL ?? askedOrigin(request.headers) ?? `http://localhost:${env.PORT}`);
    const headers = {
      "content-type": found.mimeType,
      "content-disposition": `attachment; filename="${String(file)}"`,
      "cache-control": `${audience}, max-age=300`,
    };
    const body = typeof content === "string" ? content : new Uint8Array(content);
    return new Response(body, { headers: { ...answerHeaders(newId("exec"), false), ...headers } });
  } catch (error) {
    return refuseFailed(request, context, error);
  }
}
