import type { z } from "zod";
import { currentTime } from "#lib/clock.ts";
import type { ApiContext } from "#lib/context.ts";
import type { Answer, Endpoint } from "#lib/endpoint.ts";
import { admit } from "#lib/http/admit.ts";
import { answer, noteFailure, refuse, respond } from "#lib/http/answer.ts";
import { readText } from "#lib/http/body.ts";
import { startDeadline } from "#lib/http/deadline.ts";
import { aroundItems, successBody } from "#lib/http/envelope.ts";
import { parser } from "#lib/http/parse.ts";
import { record } from "#lib/http/record.ts";
import type { Call } from "#lib/http/record.ts";
import { isPaged, joinPages, streamText } from "#lib/http/stream.ts";
import { readUpload } from "#lib/http/upload.ts";
import type { ReadUpload } from "#lib/http/upload.ts";
import { newId } from "#lib/ids.ts";

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
    const now = currentTime();
    const call: Call = { executionId: newId("exec"), now, started: performance.now(), request, ip: route.ip, endpointId: endpoint.id };
    let headers: Record<string, string> = {};
    let streamed: ReadUpload | undefined;
    const inTime = startDeadline();
    try {
      const admission = await inTime(() => admit(request, now));
      call.known = admission.known;
      headers = admission.headers;
      if (admission.refusal) throw admission.refusal;

      if (endpoint.body?.streamed) streamed = await readUpload(request);
      call.requestText = streamed?.text ?? (endpoint.body === undefined ? "" : await readText(request));
      // Where nothing varies in a path Next gives nothing, whatever its types say.
      const input = parse({ request, params: (await route.params) ?? {}, text: call.requestText, upload: streamed?.upload });
      call.subjectId = endpoint.subject?.(input.params, undefined);
      call.preview = "preview" in input.query && input.query["preview"] === true;
      const { world, partner, id } = admission.known;
      const ctx: ApiContext = {
        executionId: call.executionId,
        now,
        address: route.ip ?? null,
        actor: { type: "apiKey", keyId: id, partnerId: world.partnerId },
        world,
        partner,
      };
      // Storing files may take longer than a deadline allows.
      const data = await (streamed === undefined ? inTime(() => run(ctx, input)) : run(ctx, input));
      if (isPaged(data)) return await answerPages(call, headers, published, data);
      call.subjectId = endpoint.subject?.(input.params, data as z.output<Data> | undefined);
      const { status } = endpoint.success;
      return answer(call, headers, status, status === 204 ? null : successBody(published, data, call.executionId));
    } catch (error) {
      return refuse(endpoint.side, call, headers, error);
    } finally {
      await streamed?.close();
    }
  };
  return Object.assign(handler, { endpoint: published });
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
    record(call, failure === undefined ? status : noteFailure(call, failure).entry.status, text);
  });
  return respond(call, rateHeaders, status, body);
}
