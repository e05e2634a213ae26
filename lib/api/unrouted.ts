import { STATUS_CODES } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { UnreadError } from "#lib/api/admission.ts";
import { answerHeaders, answerError } from "#lib/api/answer.ts";
import type { Call } from "#lib/api/answer.ts";
import { authenticate, wrongEnvironment } from "#lib/api/authenticate.ts";
import { retryAfter, startDeadline } from "#lib/api/deadline.ts";
import { errorBody, sideOfPath } from "#lib/api/envelope.ts";
import type { RouteContext } from "#lib/api/handle.ts";
import { readTarget } from "#lib/api/request.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const sandboxPath = /^\/v2\/sandbox(?:\/|$)/;

/**
 * Answers a request without an endpoint in its side's envelope. It needs no valid key; a known one is counted and its call logged. With a
 * production key every path of the sandbox is 98888 (rules/sandbox.md#reset-3).
 */
export async function rejectUnrouted(
  request: Request,
  context: RouteContext,
  error: ApiError,
  headers: Record<string, string> = {},
): Promise<Response> {
  const call = beginCall(request, context);
  const { path } = readTarget(request.url);
  const side = sideOfPath(path);
  try {
    const admission = await startDeadline()(() => authenticate(request, call.now, context.ip));
    call.known = admission.known;
    if (admission.error?.errorName === "RATE_LIMITED") {
      return answerError(side, call, { ...headers, ...admission.headers }, admission.error);
    }
    if (admission.error === undefined && admission.known.world.environment === "production" && sandboxPath.test(path)) {
      return answerError(side, call, admission.headers, wrongEnvironment("development"));
    }
    return answerError(side, call, { ...headers, ...admission.headers }, error);
  } catch (thrown) {
    return answerError(side, call, headers, thrown);
  }
}

export function notFound(request: Request, context: RouteContext): Promise<Response> {
  return rejectUnrouted(request, context, new ApiError("UNKNOWN_PATH"));
}

/** Answers a request whose handler threw: 500 in the envelope. */
export function answerUnexpectedError(request: Request, context: RouteContext, error: unknown): Response {
  return answerError(sideOfPath(readTarget(request.url).path), beginCall(request, context), {}, error);
}

function beginCall(request: Request, { ip }: RouteContext): Call {
  return { executionId: newId("exec"), now: currentTime(), started: performance.now(), request, ip, endpointId: null };
}

const noAddress: UnreadError = { error: "MALFORMED_REQUEST", message: "the path or the host is not a part of a valid address" };

/** Answers a request that cannot be read, and so has no key, in the envelope of its side. */
export function rejectUnread(request: IncomingMessage, response: ServerResponse, error: UnreadError = noAddress): void {
  const { status, headers, body } = unreadAnswer(error, request.url);
  response.writeHead(status, headers).end(body);
}

function unreadAnswer({ error, message, allow, retryAfter: seconds }: UnreadError, url = "") {
  const executionId = newId("exec");
  const { entry, message: text } = new ApiError(error, message);
  const extra = {
    ...(entry.status === 503 && retryAfter),
    ...(seconds !== undefined && { "retry-after": String(seconds) }),
    ...(allow !== undefined && { allow }),
  };
  return {
    status: entry.status,
    headers: { ...answerHeaders(executionId), ...extra },
    body: JSON.stringify(errorBody(sideOfPath(url.replace(/[?\\].*$/s, "")), entry, { message: text }, executionId)),
  };
}

/** Codes of Node's parser; any other means that it is not HTTP. */
const unparsed: Record<string, ErrorName> = {
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMED_OUT",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "BODY_TOO_LARGE",
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
};

export function rejectUnparsed(cause: NodeJS.ErrnoException, connection: Duplex): void {
  const error = unparsed[cause.code ?? ""];
  endConnection(connection, error === undefined ? { error: "MALFORMED_REQUEST", message: "this is not HTTP that can be read" } : { error });
  connection.destroy(cause);
}

/** Refuses CONNECT and closes the connection: this is not a proxy. */
export function rejectConnect(connection: Duplex): void {
  connection.on("error", () => connection.destroy());
  endConnection(connection, { error: "METHOD_NOT_ALLOWED", message: "the method CONNECT is not allowed here" });
  connection.end();
}

/** Writes the last answer of a connection past Node's own writer. */
export function endConnection(connection: Duplex, error: UnreadError, url?: string): void {
  const { status, headers, body } = unreadAnswer(error, url);
  const all = { ...headers, connection: "close", "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  if (connection.writable) connection.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
}
