import { STATUS_CODES } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { currentTime } from "#lib/clock.ts";
import { ApiError } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import type { RequestLineError } from "#lib/http/admission.ts";
import { answerHeaders, refuse } from "#lib/http/answer.ts";
import type { Call } from "#lib/http/answer.ts";
import { authenticate, wrongEnvironment } from "#lib/http/authenticate.ts";
import { startDeadline } from "#lib/http/deadline.ts";
import { errorBody, sideOfPath } from "#lib/http/envelope.ts";
import type { RouteContext } from "#lib/http/handle.ts";
import { readTarget } from "#lib/http/request.ts";
import { newId } from "#lib/ids.ts";

const sandboxPath = /^\/v2\/sandbox(?:\/|$)/;

/**
 * Answers a request without an endpoint in its side's envelope. It needs no valid key; a known one is counted and its call logged. With a
 * production key every path of the sandbox is 98888 (resolutions.md § 15).
 */
export async function refuseUnrouted(
  request: Request,
  context: RouteContext,
  refusal: ApiError,
  headers: Record<string, string> = {},
): Promise<Response> {
  const call = beginCall(request, context);
  const { path } = readTarget(request.url);
  const side = sideOfPath(path);
  try {
    const admission = await startDeadline()(() => authenticate(request, call.now, context.ip));
    call.known = admission.known;
    if (admission.refusal?.errorName === "RATE_LIMITED") return refuse(side, call, { ...headers, ...admission.headers }, admission.refusal);
    if (admission.refusal === undefined && admission.known.world.environment === "production" && sandboxPath.test(path)) {
      return refuse(side, call, admission.headers, wrongEnvironment("development"));
    }
    return refuse(side, call, { ...headers, ...admission.headers }, refusal);
  } catch (error) {
    return refuse(side, call, headers, error);
  }
}

export function notFound(request: Request, context: RouteContext): Promise<Response> {
  return refuseUnrouted(request, context, new ApiError("UNKNOWN_PATH"));
}

/** Answers a request whose handler threw: 500 in the envelope. */
export function refuseFailed(request: Request, context: RouteContext, error: unknown): Response {
  return refuse(sideOfPath(readTarget(request.url).path), beginCall(request, context), {}, error);
}

function beginCall(request: Request, { ip }: RouteContext): Call {
  return { executionId: newId("exec"), now: currentTime(), started: performance.now(), request, ip, endpointId: null };
}

const noAddress: RequestLineError = { error: "MALFORMED_REQUEST", message: "the path or the host is not a part of a valid address" };

/** Answers a request that cannot be read, and so has no key, in the envelope of its side. */
export function refuseUnread({ url = "" }: IncomingMessage, response: ServerResponse, { error, message, allow } = noAddress): void {
  const executionId = newId("exec");
  const { entry } = new ApiError(error);
  const path = url.replace(/[?\\].*$/s, "");
  response
    .writeHead(entry.status, { ...answerHeaders(executionId), ...(allow !== undefined && { allow }) })
    .end(JSON.stringify(errorBody(sideOfPath(path), entry, message, executionId)));
}

/** Codes of Node's parser; any other means that it is not HTTP. */
const unparsed: Record<string, ErrorName> = {
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMED_OUT",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "BODY_TOO_LARGE",
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
};

export function refuseUnparsed(error: NodeJS.ErrnoException, connection: Duplex): void {
  const known = unparsed[error.code ?? ""];
  endConnection(
    connection,
    known === undefined ? new ApiError("MALFORMED_REQUEST", "this is not HTTP that can be read") : new ApiError(known),
  );
  connection.destroy(error);
}

/** Refuses CONNECT and closes the connection: this is not a proxy. */
export function refuseConnect(connection: Duplex): void {
  connection.on("error", () => connection.destroy());
  endConnection(connection, new ApiError("METHOD_NOT_ALLOWED", "the method CONNECT is not allowed here"));
  connection.end();
}

function endConnection(connection: Duplex, { entry, message }: ApiError): void {
  const executionId = newId("exec");
  const body = JSON.stringify(errorBody("contract", entry, message, executionId));
  const headers = { ...answerHeaders(executionId), connection: "close", "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (connection.writable) connection.write([`HTTP/1.1 ${entry.status} ${STATUS_CODES[entry.status]}`, ...lines, "", body].join("\r\n"));
}
