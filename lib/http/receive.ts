import { IncomingMessage } from "node:http";
import type { ServerResponse } from "node:http";
import { bodyLimit } from "#lib/http/parse.ts";
import { refuseUnread } from "#lib/http/unrouted.ts";

/** All bodies together that are in memory at once. */
const heldLimit = 64 * bodyLimit;

let held = 0;

/**
 * Reads the whole body of a request that somebody else will answer: whatever they do with it then, it has come, and is within the limit.
 * Undefined where it was refused, or the caller left.
 */
export async function receive(request: IncomingMessage, response: ServerResponse): Promise<IncomingMessage | undefined> {
  const { "content-length": declared, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && Number(declared ?? 0) === 0) return request;
  if (Number(declared ?? 0) > bodyLimit) return refuseBody(request, response, "BODY_TOO_LARGE");
  const chunks: Buffer[] = [];
  let length = 0;
  response.once("close", () => (held -= length));
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      if (length + bytes.length > bodyLimit) return refuseBody(request, response, "BODY_TOO_LARGE");
      if (held + bytes.length > heldLimit) return refuseBody(request, response, "SERVICE_UNAVAILABLE");
      length += bytes.length;
      held += bytes.length;
      chunks.push(bytes);
    }
  } catch {
    // The caller left, so nobody reads an answer.
    return undefined;
  }
  return withBody(request, Buffer.concat(chunks));
}

function refuseBody(request: IncomingMessage, response: ServerResponse, error: "BODY_TOO_LARGE" | "SERVICE_UNAVAILABLE"): undefined {
  refuseUnread(request, response, { error });
  request.resume();
}

/** The same request, with its body there to be read. */
function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const received = new IncomingMessage(request.socket);
  Object.assign(received, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor, complete: true });
  received.push(body);
  received.push(null);
  return received;
}
