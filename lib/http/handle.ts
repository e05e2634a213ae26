import type { z } from "zod";
import type { ApiContext } from "#lib/context.ts";
import type { Answer, Endpoint } from "#lib/endpoint.ts";
import { ApiError } from "#lib/errors.ts";
import { readText } from "#lib/http/body.ts";
import { aroundItems, errorBody, successBody } from "#lib/http/envelope.ts";
import { identify } from "#lib/http/identify.ts";
import { limit } from "#lib/http/limit.ts";
import { parser } from "#lib/http/parse.ts";
import { record } from "#lib/http/record.ts";
import type { Call } from "#lib/http/record.ts";
import { isPaged, joinPages, streamText } from "#lib/http/stream.ts";
import { newId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";

/** What a door hands over beside the request. Next gives `params` as a promise. */
export interface RouteContext {
  params: Promise<Record<string, string | string[]>> | Record<string, string | string[]>;
  /** The peer's address, where the door knows it. */
  ip?: string;
}

export type Handler = ((request: Request, route: RouteContext) => Promise<Response>) & { endpoint: Endpoint };

type Shape = z.ZodObject;

/** What a verb is given of the request. */
export interface Input<Params extends Shape, Query extends Shape, Body extends z.ZodType> {
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
}

/**
 * The pipeline around a verb: identify → limit → parse → run → envelope → record (architecture.md).
 * Everything that a route could forget is done here, from the endpoint's declaration.
 */
export function handle<Params extends Shape, Query extends Shape, Body extends z.ZodType, Data extends z.ZodType>(
  endpoint: Endpoint<Params, Query, Body, Data>,
  run: (ctx: ApiContext, input: Input<Params, Query, Body>) => Promise<Answer<Data> | void>,
): Handler {
  const published = endpoint as unknown as Endpoint;
  const parse = parser(endpoint);
  const handler = async (request: Request, route: RouteContext): Promise<Response> => {
    const now = new Date();
    const call: Call = { executionId: newId("exec"), now, started: performance.now(), request, ip: route.ip, endpointId: endpoint.id };
    let headers: Record<string, string> = {};
    try {
      const identity = await identify(request.headers.get("key"), now);
      call.known = identity.known;
      if (identity.refusal) throw identity.refusal;
      const rate = limit(identity.known.id, identity.known.requestsPerMinute, now);
      headers = rate.headers;
      if (rate.refusal) throw rate.refusal;

      call.requestText = endpoint.body === undefined ? "" : await readText(request);
      const input = parse({ request, params: await route.params, text: call.requestText });
      call.subjectId = endpoint.subject?.(input.params, undefined);
      call.preview = "preview" in input.query && input.query["preview"] === true;
      const { world, partner, id } = identity.known;
      const ctx: ApiContext = {
        executionId: call.executionId,
        now,
        address: route.ip ?? null,
        actor: { type: "apiKey", keyId: id, partnerId: world.partnerId },
        world,
        partner,
      };
      const data = await run(ctx, input);
      if (isPaged(data)) return await answerPages(call, headers, published, data);
      call.subjectId = endpoint.subject?.(input.params, data as z.output<Data> | undefined);
      const { status } = endpoint.success;
      return answer(call, headers, status, status === 204 ? null : successBody(published, data, call.executionId));
    } catch (error) {
      return refuse(published, call, headers, error);
    }
  };
  return Object.assign(handler, { endpoint: published });
}

function refuse(endpoint: Endpoint, call: Call, headers: Record<string, string>, error: unknown): Response {
  const known = noteFailure(endpoint, call, error);
  return answer(call, headers, known.entry.status, errorBody(endpoint.side, known.entry, known.message, call.executionId));
}

/** What the caller may know of a failure; the detail of an unexpected one goes to the log. */
function noteFailure(endpoint: Endpoint, call: Call, error: unknown): ApiError {
  const known = error instanceof ApiError ? error : new ApiError("INTERNAL_ERROR", undefined, { cause: error });
  if (known.entry.status >= 500) log.error({ executionId: call.executionId, endpoint: endpoint.id, error }, "a call failed");
  call.errorCode = known.entry.code;
  return known;
}

function answer(call: Call, rateHeaders: Record<string, string>, status: number, body: unknown): Response {
  const text = body === null ? null : JSON.stringify(body);
  record(call, status, text);
  return respond(call, rateHeaders, status, text);
}

/** Answers a list as it is read. What fails before the first page is refused as usual; later, the connection is cut. */
async function answerPages(
  call: Call,
  rateHeaders: Record<string, string>,
  endpoint: Endpoint,
  pages: AsyncIterable<readonly unknown[]>,
): Promise<Response> {
  const { status } = endpoint.success;
  const body = await streamText(joinPages(pages, aroundItems(endpoint, call.executionId)), ({ text, failure }) => {
    record(call, failure === undefined ? status : noteFailure(endpoint, call, failure).entry.status, text);
  });
  if (call.request.method !== "HEAD") return respond(call, rateHeaders, status, body);
  await body.cancel();
  return respond(call, rateHeaders, status, "");
}

function respond(
  call: Call,
  rateHeaders: Record<string, string>,
  status: number,
  body: string | ReadableStream<Uint8Array> | null,
): Response {
  const headers: Record<string, string> = { ...rateHeaders, "x-execution-id": call.executionId, "cache-control": "no-store" };
  if (body !== null) headers["content-type"] = "application/json; charset=utf-8";
  return new Response(body, { status, headers });
}
