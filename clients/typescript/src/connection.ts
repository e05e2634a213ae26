import { CovergateError, errorOf } from "./error.ts";
import { errors, operations, version } from "./generated/api.ts";
import type { Side } from "./generated/api.ts";
import type { operations as Operations } from "./generated/schema.ts";

/** What any call takes besides its own arguments. */
export interface CallOptions {
  /** For a write: the same key is never executed twice within 24 hours. By default a new one for each call, kept over its retries. */
  idempotencyKey?: string | undefined;
  /** Gives up the call, and the wait for its next attempt. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

export interface ConnectionSettings {
  apiKey: string;
  /** The address of the API, with `/v2`. */
  baseUrl: string;
  timeoutMs: number;
  maxRetries: number;
  fetch?: typeof fetch | undefined;
  /** By default this library. */
  userAgent?: string;
}

export type OperationId = keyof typeof operations;
type Of<Value, Key extends string> = Value extends { [Name in Key]?: infer Found } ? Exclude<Found, undefined> : never;
export type QueryOf<Id extends OperationId> = Of<Operations[Id]["parameters"], "query">;
export type PathOf<Id extends OperationId> = Of<Operations[Id]["parameters"], "path">;
export type BodyOf<Id extends OperationId> = Of<Of<Of<Operations[Id], "requestBody">, "content">, "application/json">;
type Responses<Id extends OperationId> = Operations[Id]["responses"];
export type ResponseOf<Id extends OperationId> = Responses<Id>[keyof Responses<Id>] extends { content: { "application/json": infer Body } }
  ? Body
  : undefined;

export interface CallRequest<Id extends OperationId> {
  path?: PathOf<Id>;
  query?: QueryOf<Id> | undefined;
  body?: BodyOf<Id>;
}

const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** A server that asks for more is no reason for a program to stand still: the call fails, and says how long. */
const longestRetryAfterSeconds = 60;

/** Sends the operations of the API, again where that may help. */
export class Connection {
  readonly #settings: ConnectionSettings;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  /** Resolves to the body of the response; throws a CovergateError, or the reason of the signal. */
  async send<Id extends OperationId>(id: Id, request: CallRequest<Id>, options: CallOptions = {}): Promise<ResponseOf<Id>> {
    const { method, path, side } = operations[id];
    const target = `${fill(path, request.path)}${search(request.query)}`;
    return (await this.request(side, { method, path: target, body: request.body }, options)) as ResponseOf<Id>;
  }

  /** Sends a request to a path below `/v2`, whose refusals are those of a side. */
  async request(side: Side, request: { method: string; path: string; body?: unknown }, options: CallOptions = {}): Promise<unknown> {
    const { method } = request;
    const { apiKey, baseUrl, maxRetries, userAgent = `covergate-typescript/${version}` } = this.#settings;
    const url = `${baseUrl}${request.path}`;
    const headers = {
      key: apiKey,
      accept: "application/json",
      "user-agent": userAgent,
      ...(request.body !== undefined && { "content-type": "application/json" }),
      ...(method !== "GET" && { "idempotency-key": options.idempotencyKey ?? crypto.randomUUID() }),
    };
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await this.#exchange(url, { method, headers, body }, options);
        if (response.ok) return response.body;
        throw errorOf(side, response.status, response.headers, response.body);
      } catch (error) {
        const delayMs = delayBefore(attempt, error);
        if (delayMs === undefined || attempt >= maxRetries) throw error;
        await pause(delayMs, options.signal);
      }
    }
  }

  async #exchange(url: string, init: RequestInit, { signal, timeoutMs = this.#settings.timeoutMs }: CallOptions) {
    const timeout = AbortSignal.timeout(timeoutMs);
    const request = this.#settings.fetch ?? fetch;
    try {
      // A redirect would take the key along.
      const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      const { ok, status, headers, ...rest } = await read(await request(url, { ...init, redirect: "manual", signal: both }));
      if (ok && rest.isUnreadable) throw new CovergateError("UNREADABLE_RESPONSE", "the response is not JSON", { status });
      return { ok, status, headers, body: rest.body };
    } catch (error) {
      if (error instanceof CovergateError) throw error;
      signal?.throwIfAborted();
      if (timeout.aborted) throw new CovergateError("TIMED_OUT", `no response within ${timeoutMs} ms`, { cause: error });
      throw new CovergateError("CONNECTION_FAILED", `no response from ${originOf(url)}`, { cause: error });
    }
  }
}

/** Of an address that is none, such as one without `https://`, all of it. */
function originOf(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  return origin === "null" ? url : origin;
}

interface ReadResponse extends Pick<Response, "ok" | "status" | "headers"> {
  body: unknown;
  isUnreadable: boolean;
}

async function read(response: Response): Promise<ReadResponse> {
  const { ok, status, headers } = response;
  const text = await response.text();
  try {
    return { ok, status, headers, body: text === "" ? undefined : JSON.parse(text), isUnreadable: false };
  } catch {
    // A proxy in between answers in its own words.
    return { ok, status, headers, body: undefined, isUnreadable: true };
  }
}

/** Milliseconds until the next attempt; undefined where another one would end as this did. */
function delayBefore(attempt: number, error: unknown): number | undefined {
  if (!(error instanceof CovergateError)) return undefined;
  const { status, retryAfter } = error;
  // 409 is a first attempt that is still in progress, 429 too many requests: both say when, where waiting helps.
  if (retryAfter !== undefined && (status === 409 || status === 429 || status >= 500)) {
    return retryAfter > longestRetryAfterSeconds ? undefined : retryAfter * 1000;
  }
  if (error.name !== "CONNECTION_FAILED" && error.name !== "TIMED_OUT" && status !== 408 && status < 500) return undefined;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** attempt) * (0.5 + Math.random() / 2);
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
    if (signal?.aborted === true) done();
  });
  signal?.throwIfAborted();
}

function fill(path: string, values: Readonly<Record<string, unknown>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => segment(name, (values[name] ?? "") as string));
}

/** A part of a path. An empty one, or dots, would make it the path of another operation. */
function segment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) {
    const { code, cure } = errors.MALFORMED_REQUEST;
    throw new CovergateError("MALFORMED_REQUEST", `${name} must be an identifier, and is "${value}"`, { code, field: name, cure });
  }
  return encodeURIComponent(value);
}

function search(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, `${each as string | number | boolean}`]])),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
}
