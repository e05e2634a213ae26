import { Readable } from "node:stream";
import { currentTime } from "#lib/clock.ts";
import { ApiError } from "#lib/errors.ts";
import { answerHeaders, refuse } from "#lib/http/answer.ts";
import type { Call } from "#lib/http/answer.ts";
import type { RouteContext } from "#lib/http/handle.ts";
import type { MethodHandler } from "#lib/http/route.ts";
import { newId } from "#lib/ids.ts";

/** A file to be served, with the header that says whether it is shown or saved. */
export interface ServedFile {
  content: Readable;
  mimeType: string;
  /** Left out where it is not known before all is read. */
  sizeBytes?: number;
  disposition: string;
}

/** Whether a verb answers a file. */
export function isFile(data: unknown): data is ServedFile {
  return typeof data === "object" && data !== null && "content" in data && data.content instanceof Readable;
}

/**
 * Answers a file as it is read. What somebody else has uploaded is never more than the type that was detected, and runs nothing:
 * the sandbox has no scripts and no origin. Chromium shows a PDF under this policy, but not in a frame with the attribute `sandbox`;
 * the styles are those of the page that it makes for a picture.
 */
export function answerFile({ content, mimeType, sizeBytes, disposition }: ServedFile): Response {
  return new Response(Readable.toWeb(content) as ReadableStream, {
    headers: {
      ...answerHeaders(newId("exec"), false),
      "content-type": mimeType,
      ...(sizeBytes !== undefined && { "content-length": String(sizeBytes) }),
      "content-disposition": disposition,
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
    },
  });
}

/** A handler for `route` that serves what a signed link leads to: no key, the signature says that the link was given out. */
export function serveLink(
  parameter: string,
  open: (id: string, link: { expires: string; signature: string }, now: Date) => Promise<ServedFile>,
): MethodHandler {
  const handler = async (request: Request, route: RouteContext): Promise<Response> => {
    const now = currentTime();
    const call: Call = { executionId: newId("exec"), now, started: performance.now(), request, ip: route.ip, endpointId: null };
    try {
      const { [parameter]: id } = await route.params;
      const query = new URL(request.url).searchParams;
      if (typeof id !== "string") throw new ApiError("UNKNOWN_PATH");
      return answerFile(await open(id, { expires: query.get("expires") ?? "", signature: query.get("signature") ?? "" }, now));
    } catch (error) {
      return refuse("claim", call, {}, error);
    }
  };
  return Object.assign(handler, { endpoint: { method: "GET" as const } });
}
