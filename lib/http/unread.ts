import { STATUS_CODES } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { ApiError } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import { answerHeaders } from "#lib/http/answer.ts";
import { errorBody, sideOfPath } from "#lib/http/envelope.ts";
import { newId } from "#lib/ids.ts";

/** Answers what cannot be read as a request at all, and so has no key to log it under, in the envelope of its side. */
export function refuseUnread({ url = "" }: IncomingMessage, response: ServerResponse): void {
  const executionId = newId("exec");
  const { entry, message } = new ApiError("MALFORMED_REQUEST", "the path or the host is not a part of a valid address");
  const path = url.replace(/[?\\].*$/s, "");
  response
    .writeHead(entry.status, answerHeaders(executionId))
    .end(JSON.stringify(errorBody(sideOfPath(path), entry, message, executionId)));
}

/** What Node says of what it could not read to the end; anything else is no HTTP. */
const unparsed: Record<string, ErrorName> = {
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMED_OUT",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "BODY_TOO_LARGE",
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
};

/** Answers what has no address that could be read, on a connection that nothing can be read from any more, and ends that. */
export function refuseUnparsed(error: NodeJS.ErrnoException, connection: Duplex): void {
  const known = unparsed[error.code ?? ""];
  const { entry, message } =
    known === undefined ? new ApiError("MALFORMED_REQUEST", "this is not HTTP that can be read") : new ApiError(known);
  const executionId = newId("exec");
  const body = JSON.stringify(errorBody("contract", entry, message, executionId));
  const headers = { ...answerHeaders(executionId), connection: "close", "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (connection.writable) connection.write([`HTTP/1.1 ${entry.status} ${STATUS_CODES[entry.status]}`, ...lines, "", body].join("\r\n"));
  connection.destroy(error);
}
