import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { createServer } from "#app/_mcp/server.ts";
import { callsOperation } from "#app/_mcp/tools.ts";
import { answerHeaders, answerError } from "#lib/api/answer.ts";
import type { Call } from "#lib/api/answer.ts";
import { countAgainstLimit, identifyCaller } from "#lib/api/authenticate.ts";
import { startDeadline } from "#lib/api/deadline.ts";
import { parseJson, readText } from "#lib/api/parse.ts";
import { clientAddress, isFromOtherSite } from "#lib/api/request.ts";
import { env } from "#lib/platform/env.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/**
 * Answers one message of the Model Context Protocol. There are no sessions: each message has the key. The API's pipeline counts and logs
 * calls of operations; other messages are counted here (rules/access.md#settings-3). Errors before the protocol use the API's envelope.
 */
export async function answerAssistant(request: Request): Promise<Response> {
  const call = beginCall(request);
  const { now } = call;
  const address = clientAddress(request.headers);
  const inTime = startDeadline();
  let headers: Record<string, string> = {};
  const admit = async (...identity: Parameters<typeof countAgainstLimit>) => {
    const admission = await inTime(() => countAgainstLimit(...identity));
    headers = admission.headers;
    if (admission.error === undefined) return;
    call.known = admission.known;
    throw admission.error;
  };
  try {
    if (isFromOtherSite(request.headers, env.BASE_URL)) throw new ApiError("INSUFFICIENT_PERMISSIONS", "other sites may not connect");
    const key = keyOf(request.headers);
    const identity = await inTime(() => identifyCaller(key, now, address));
    if (key === null || identity.known === undefined || identity.error !== undefined) {
      await admit(identity, now);
      throw new ApiError("INVALID_API_KEY");
    }
    const message = parseJson(await readText(request), request.headers.get("content-type"));
    if (Array.isArray(message)) throw new ApiError("MALFORMED_REQUEST", "send one message at a time, not a list");
    if (!callsOperation(message)) await admit(identity, now);
    const caller = {
      key,
      address,
      world: identity.known.world,
      mayWrite: new URL(request.url).searchParams.get("write") === "true",
      userAgent: request.headers.get("user-agent") ?? "",
      hangUp: request.signal,
    };
    const server = createServer(caller, call.executionId);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const response = await transport.handleRequest(asTransportWants(request), { parsedBody: message ?? null });
    await server.close();
    const all = { ...answerHeaders(call.executionId, false), ...headers };
    for (const [name, value] of Object.entries(all)) response.headers.set(name, value);
    return response;
  } catch (error) {
    return answerCallError(call, headers, error);
  }
}

/** The transport refuses clients that do not accept streams, and other letters than its own. Every answer here is JSON. */
function asTransportWants({ url, headers }: Request): Request {
  const media = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  return new Request(url, { method: "POST", headers: { ...Object.fromEntries(headers), ...media } });
}

export function rejectMethod(request: Request): Response {
  const error = new ApiError("METHOD_NOT_ALLOWED", `the method ${request.method} is not allowed here; allowed: POST`);
  return answerCallError(beginCall(request), { allow: "POST" }, error);
}

function answerCallError(call: Call, headers: Record<string, string>, error: unknown): Response {
  const response = answerError("contract", call, headers, error);
  // RFC 9110 § 11.6.1.
  if (response.status === 401) response.headers.set("www-authenticate", "Bearer");
  return response;
}

function beginCall(request: Request): Call {
  const ip = clientAddress(request.headers);
  return { executionId: newId("exec"), now: currentTime(), started: performance.now(), request, ip, source: "assistant", endpointId: null };
}

/** The key from the header `key`, as in every call, or from a bearer token, which many assistants can only send. */
function keyOf(headers: Headers): string | null {
  return headers.get("key") ?? /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}
