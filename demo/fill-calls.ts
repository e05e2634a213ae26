import { ulid } from "ulid";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { errorBody, successBody } from "#lib/api/envelope.ts";
import { recordCall } from "#lib/developer/calls/record.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

export interface DemoCall<Data> {
  endpoint: Endpoint;
  path: string;
  body?: object;
  /** A body that depends on the moment. */
  bodyAt?: (now: Date) => object;
  subjectOf?: (data: Data) => string | undefined;
  query?: string;
  run: (ctx: ApiContext) => Promise<Data>;
}

interface Caller {
  keyId: string;
  userAgent: string;
  /** Numbers of the present step alone, so that each of its calls has the same identifier when the step is repeated, and is recorded once. */
  random: () => number;
  /** Earlier calls are made, but have left the call log. */
  loggedFrom: Date;
}

/** Makes a call of the partner's system at the moment of the context, and records it; undefined if it is refused. */
export async function makeCall<Data>(
  ctx: ApiContext,
  { keyId, userAgent, random, loggedFrom }: Caller,
  { endpoint, path, bodyAt, body = bodyAt?.(ctx.now), subjectOf, query = "", run }: DemoCall<Data>,
): Promise<Data | undefined> {
  const executionId = `exec_${ulid(ctx.now.getTime(), random)}`;
  const record = ctx.now < loggedFrom ? () => undefined : recordCall;
  const call = {
    executionId,
    at: ctx.now,
    worldId: ctx.world.id,
    keyId,
    method: endpoint.method,
    path: `/v2${path}`,
    endpoint: endpoint.id,
    preview: query.includes("preview"),
    query,
    requestBody: body === undefined ? null : JSON.stringify(body),
    durationMicros: Math.round(3000 + 9000 * random() + 250_000 * random() ** 30),
    ip: "192.0.2.24",
    userAgent,
  };
  try {
    const data = await run({ ...ctx, executionId });
    record({
      ...call,
      status: endpoint.success.status,
      errorCode: null,
      subjectId: subjectOf?.(data) ?? null,
      responseBody: JSON.stringify(successBody(endpoint, data, executionId)),
    });
    return data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { entry, message, field } = error;
    const responseBody = JSON.stringify(errorBody(endpoint.side, entry, { message, field }, executionId));
    record({ ...call, status: entry.status, errorCode: entry.code, subjectId: null, responseBody });
    return undefined;
  }
}
