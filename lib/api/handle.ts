import type { z } from "zod";
import { ClientGone } from "#db/deadline.ts";
import { eachInTime } from "#db/request-deadline.ts";
import type { Actor } from "#db/schema/security.ts";
import type { KnownKey } from "#lib/account/keys/find.ts";
import { sourceOfAgent } from "#lib/account/worlds/call-sources.ts";
import type { MarkedSource } from "#lib/account/worlds/call-sources.ts";
import type { ApiContext, World } from "#lib/account/worlds/context.ts";
import { answer, answerError, record, respond, toApiError } from "#lib/api/answer.ts";
import type { Call } from "#lib/api/answer.ts";
import { authenticate, missingRight, wrongEnvironment } from "#lib/api/authenticate.ts";
import { etagOf, isKnown } from "#lib/api/compress.ts";
import { startDeadline, withLongDeadline } from "#lib/api/deadline.ts";
import { aroundData, aroundItems, successBody } from "#lib/api/envelope.ts";
import { idempotentCall } from "#lib/api/idempotency.ts";
import type { IdempotentCall } from "#lib/api/idempotency.ts";
import { parseJson, parser, readText } from "#lib/api/parse.ts";
import type { Input } from "#lib/api/parse.ts";
import { isPaged, joinPages, streamText } from "#lib/api/stream.ts";
import { readUpload } from "#lib/api/uploads/upload.ts";
import type { ReadUpload } from "#lib/api/uploads/upload.ts";
import type { StoredAnswer } from "#lib/developer/idempotency/stored-answers.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import { currentTime, momentOf } from "#lib/platform/time/clock.ts";
import { errorOnSide } from "#lib/platform/wire/endpoint-errors.ts";
import { Accepted, Page, TextFile } from "#lib/platform/wire/endpoint.ts";
import type { Answer, Endpoint } from "#lib/platform/wire/endpoint.ts";

export interface RouteContext {
  params: Promise<Record<string, string>> | Record<string, string>;
  ip?: string;
  /** Given by the portal's own routes, within the process: nothing that is sent can claim it. */
  source?: MarkedSource;
  /** The person for whom the portal makes the call. */
  sentFor?: Actor;
}

export type Handler = ((request: Request, route: RouteContext) => Promise<Response>) & { endpoint: Endpoint };

type Shape = z.ZodObject;

/** The pipeline around a verb: identify → limit → parse → run → envelope → record. Everything that a route could forget is done here. */
export function handle<Params extends Shape, Query extends Shape, Body extends z.ZodType, Data extends z.ZodType>(
  endpoint: Endpoint<Params, Query, Body, Data>,
  run: (ctx: ApiContext, input: Input<Params, Query, Body>) => Promise<Answer<Data> | void>,
  /** A long poll before the verb, with deadlines of its own; excluded from latency figures. */
  wait?: (ctx: ApiContext, input: Input<Params, Query, Body>, hangUp: AbortSignal) => Promise<void>,
): Handler {
  const published = endpoint as Endpoint;
  const parse = parser(endpoint);
  const handler = async (request: Request, route: RouteContext): Promise<Response> => {
    const now = currentTime();
    const { ip, source = sourceOfAgent(request.headers.get("user-agent")) } = route;
    const call: Call = { executionId: newId("exec"), now, started: performance.now(), request, ip, source, endpointId: endpoint.id };
    let headers: Record<string, string> = {};
    let streamed: ReadUpload | undefined;
    // A write is done whether or not its caller waits.
    const hangUp = endpoint.method === "GET" ? request.signal : undefined;
    const inTime = startDeadline(hangUp);
    let once: IdempotentCall | undefined;
    try {
      const admission = await inTime(() => authenticate(request, now, route.ip));
      call.known = admission.known;
      headers = admission.headers;
      if (admission.error) throw admission.error;

      const { world, clock, partner, id } = admission.known;
      assertEnvironment(published, world);
      assertRight(published, admission.known, published.query?.shape["preview"] !== undefined);
      if (endpoint.body?.streamed) streamed = await readUpload(request);
      call.requestText = streamed?.text ?? (endpoint.body === undefined ? "" : await readText(request));
      const keyed = idempotentCall(published, call, world);
      const input = parse({ request, params: await route.params, text: call.requestText, upload: streamed?.upload });
      call.subjectId = endpoint.subject?.(input.params, undefined);
      call.preview = "preview" in input.query && input.query["preview"] === true;
      assertRight(published, admission.known, call.preview);
      // Unparsable requests are not stored under their `Idempotency-Key`, and a preview changes nothing.
      once = call.preview || streamed?.upload.error !== undefined ? undefined : keyed;
      const content = streamed === undefined ? input.body : parseJson(call.requestText, null);
      const before = await inTime(async () => once?.begin({ ...input, body: content }));
      if (before !== undefined) return answerAgain(call, headers, before);
      const ctx: ApiContext = {
        executionId: call.executionId,
        ...momentOf(clock, now),
        address: route.ip ?? null,
        actor: { type: "apiKey", keyId: id, partnerId: world.partnerId },
        world,
        clock,
        partner,
        idempotency: once,
        source,
        sentFor: route.sentFor,
      };
      if (wait !== undefined) {
        const from = performance.now();
        await wait(ctx, input, request.signal).finally(() => (call.waitedMs = performance.now() - from));
      }
      const isLong = streamed !== undefined || endpoint.success.accepted !== undefined;
      const answered = await (isLong ? withLongDeadline : inTime)(() => run(ctx, input));
      if (answered instanceof TextFile) return await answerText(call, headers, endpoint.success.status, answered);
      const { items: result, next } = pageOf(answered instanceof Accepted ? answered.data : answered);
      // The answer stored under an `Idempotency-Key` is whole, even if the client disconnects.
      const data = isPaged(result) && once !== undefined ? (await Array.fromAsync(result)).flat() : result;
      if (isPaged(data)) return await answerPages(call, headers, published, data);
      call.subjectId = endpoint.subject?.(input.params, data as z.output<Data> | undefined);
      const status = answered instanceof Accepted ? 202 : endpoint.success.status;
      const concluding = once;
      if (concluding !== undefined) return answer(call, headers, status, await inTime(() => concluding.conclude(data, status)));
      if (isOneResource(published, data)) return answerResource(call, headers, published, data);
      return answer(call, headers, status, status === 204 ? null : JSON.stringify(successBody(published, data, call.executionId, next)));
    } catch (error) {
      return await rejectOnce(once, call, headers, published, errorOnSide(published.side, error));
    } finally {
      once?.end();
      await streamed?.close();
    }
  };
  return Object.assign(handler, { endpoint: published });
}

/** Returns the items of a verb's answer and the position where its list continues. */
function pageOf(answered: unknown): { items: unknown; next: string | null } {
  return answered instanceof Page ? answered : { items: answered, next: null };
}

/** 98888 for a key of the wrong environment. */
function assertEnvironment({ environment }: Endpoint, world: World): void {
  if (environment === undefined || environment === world.environment) return;
  throw wrongEnvironment(environment);
}

/** Refuses a call outside the rights of its key; before the query is parsed, any call that may be a preview counts as one. */
function assertRight(endpoint: Endpoint, known: KnownKey, isPreview: boolean): void {
  const missing = missingRight(endpoint, known, isPreview);
  if (missing !== undefined) throw missing;
}

function isOneResource({ method, success }: Endpoint, data: unknown): boolean {
  const isList = success.listed === true || success.spread === true;
  return method === "GET" && !isList && typeof data === "object" && data !== null && !Array.isArray(data);
}

/** Answers one resource, or 304. The ETag covers the data without the execution id. Only the caller may cache it. */
function answerResource(call: Call, rateHeaders: Record<string, string>, endpoint: Endpoint, data: unknown): Response {
  const text = JSON.stringify(data);
  const etag = etagOf(text);
  const headers = { ...rateHeaders, etag, "cache-control": "private, no-cache", vary: "accept-encoding, key" };
  if (isKnown(etag, call.request.headers.get("if-none-match"))) return answer(call, headers, 304, null);
  const { before, after } = aroundData(endpoint, call.executionId);
  return answer(call, headers, endpoint.success.status, before + text + after);
}

/** Extra headers of errors (RFC 9110 § 12.5.3 for `accept-encoding`). */
const errorHeaders: Partial<Record<ErrorName, Record<string, string>>> = {
  IDEMPOTENT_CALL_IN_PROGRESS: { "retry-after": "1" },
  CONTENT_ENCODING_UNSUPPORTED: { "accept-encoding": "identity" },
};

/** Refuses a call; under an `Idempotency-Key` that was answered meanwhile, repeats that answer instead. */
async function rejectOnce(
  once: IdempotentCall | undefined,
  call: Call,
  headers: Record<string, string>,
  endpoint: Endpoint,
  error: unknown,
): Promise<Response> {
  let reason = error;
  try {
    const before = await once?.refuse(error);
    if (before !== undefined) return answerAgain(call, headers, before);
  } catch (failure) {
    reason = failure;
  }
  const own = reason instanceof ApiError ? errorHeaders[reason.errorName] : undefined;
  return answerError(endpoint.side, call, { ...headers, ...own }, reason);
}

function answerAgain(call: Call, rateHeaders: Record<string, string>, first: StoredAnswer): Response {
  call.replayOf = first.executionId;
  call.subjectId = first.subjectId ?? undefined;
  if (first.errorCode !== null) call.errorCode = first.errorCode;
  return answer(call, { ...rateHeaders, "idempotent-replayed": "true" }, first.status, first.body);
}

/** Streams a list. A failure before the first page is refused as usual; a later one closes the connection. */
async function answerPages(
  call: Call,
  rateHeaders: Record<string, string>,
  endpoint: Endpoint,
  pages: AsyncIterable<readonly unknown[]>,
): Promise<Response> {
  const { status } = endpoint.success;
  return respond(call, rateHeaders, status, await streamParts(call, status, joinPages(pages, aroundItems(endpoint, call.executionId))));
}

/** Streams a file, whose failures are those of a list. */
async function answerText(call: Call, rateHeaders: Record<string, string>, status: number, file: TextFile): Promise<Response> {
  const headers = { ...rateHeaders, "content-type": file.contentType, "content-disposition": `attachment; filename="${file.name}"` };
  return respond(call, headers, status, await streamParts(call, status, file.parts));
}

/** The call is recorded once the last part is sent. Each part has the time of a request. */
function streamParts(call: Call, status: number, parts: AsyncGenerator<string, void>): Promise<ReadableStream<Uint8Array>> {
  const isWrite = call.request.method !== "GET";
  return streamText(eachInTime(parts, { hangUp: call.request.signal, isWrite }), ({ text, failure }) => {
    const isFailure = failure !== undefined && !(failure instanceof ClientGone);
    record(call, isFailure ? toApiError(call, failure).entry.status : status, text);
  });
}
