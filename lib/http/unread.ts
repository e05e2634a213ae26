import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "#lib/errors.ts";
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
