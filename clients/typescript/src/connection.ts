import { CovergateError, errorOf, executionIdOf } from "./error.ts";
import type { UploadForm } from "./file.ts";
import { errors, operations, version } from "./generated/api.ts";
import type { Side } from "./generated/api.ts";
import type { operations as Operations } from "./generated/schema.ts";
import { ApiPromise } from "./response.ts";
import type { ApiResponse } from "./response.ts";

/** The options of any call besides its own arguments. */
export interface CallOptions {
  /** The key of a write, which is never executed twice within 24 hours. By default a new one for each call, kept over its retries. */
  idempotencyKey?: string | undefined;
  /** Gives up the call, and the wait for its next attempt: it fails with the error ABORTED, whose cause is the reason. */
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
  /** In place of a body. */
  form?: () => Promise<UploadForm>;
}

/** A request to a path below `/v2`, with a body or a form, if any. */
interface SentRequest {
  method: string;
  path: string;
  body?: unknown;
  form?: UploadForm;
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

  /** Resolves to the body of the response; throws a CovergateError. */
  send<Id extends OperationId>(id: Id, request: CallRequest<Id>, options?: CallOptions): ApiPromise<ResponseOf<Id>> {
    const { method, side } = operations[id];
    const build = async (): Promise<SentRequest> => {
      const path = `${fill(operations[id].path, request.path)}${search(request.query)}`;
      return { method, path, ...(request.form === undefined ? { body: request.body } : { form: await request.form() }) };
    };
    return new ApiPromise(build().then((sent) => this.request(side, sent, options))) as ApiPromise<ResponseOf<Id>>;
  }

  /** Sends a request to a path below `/v2`, whose errors are those of a side. */
  async request(side: Side, request: SentRequest, options: CallOptions = {}): Promise<ApiResponse<unknown>> {
    const { method } = request;
    const idempotencyKey = method === "GET" ? undefined : (options.idempotencyKey ?? crypto.randomUUID());
    const { apiKey, baseUrl, maxRetries, userAgent = `covergate-typescript/${version}` } = this.#settings;
    const url = `${baseUrl}${request.path}`;
    const headers = {
      key: apiKey,
      accept: "application/json",
      "user-agent": userAgent,
      ...(request.body !== undefined && { "content-type": "application/json" }),
      ...(request.form !== undefined && { "content-type": request.form.contentType }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    };
    const body = request.body === undefined ? null : encode(request.body);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { ok, status, headers: received, data } = await this.#exchange(url, { method, headers, body, form: request.form }, options);
        if (!ok) throw errorOf(side, status, received, data);
        return { data, status, headers: received, executionId: executionIdOf(received) };
      } catch (error) {
        const delayMs = delayBefore(attempt, error);
        if (delayMs === undefined || attempt >= maxRetries) throw Object.assign(error as CovergateError, { idempotencyKey });
        await pause(delayMs, options.signal);
      }
    }
  }

  async #exchange(
    url: string,
    { form, ...init }: RequestInit & { form: UploadForm | undefined },
    { signal, timeoutMs = this.#settings.timeoutMs }: CallOptions,
  ) {
    const timeout = AbortSignal.timeout(timeoutMs);
    const request = this.#settings.fetch ?? fetch;
    // Each attempt reads the files anew. A stream is sent before the response is read, so `duplex` must be set.
    const streamed = form === undefined ? {} : { body: form.stream(), duplex: "half" };
    try {
      // A redirect would take the key along.
      const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      const { ok, status, headers, ...rest } = await read(await request(url, { ...init, ...streamed, redirect: "manual", signal: both }));
      if (ok && rest.cause !== undefined) {
        const details = { status, executionId: executionIdOf(headers), cause: rest.cause };
        throw new CovergateError("UNREADABLE_RESPONSE", "the response is not JSON", details);
      }
      return { ok, status, headers, data: rest.body };
    } catch (error) {
      if (error instanceof CovergateError) throw error;
      if (signal?.aborted === true) throw aborted(signal);
      if (timeout.aborted) throw new CovergateError("TIMED_OUT", `no response within ${timeoutMs} ms`, { cause: error });
      throw new CovergateError("CONNECTION_FAILED", `no response from ${originOf(url)}`, { cause: error });
    }
  }
}

/** Returns the origin of an address; the whole text if it is invalid, such as one without `https://`. */
function originOf(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  return origin === "null" ? url : origin;
}

interface ReadResponse extends Pick<Response, "ok" | "status" | "headers"> {
  body: unknown;
  /** Why the body is no JSON. */
  cause?: unknown;
}

async function read(response: Response): Promise<ReadResponse> {
  const { ok, status, headers } = response;
  const text = await response.text();
  try {
    return { ok, status, headers, body: text === "" ? undefined : JSON.parse(text) };
  } catch (cause) {
    // A proxy in between answers in its own words.
    return { ok, status, headers, body: undefined, cause };
  }
}

/** Milliseconds until the next attempt; undefined if another one would end as this did. */
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
  if (signal?.aborted === true) throw aborted(signal);
}

function aborted({ reason }: AbortSignal): CovergateError {
  return new CovergateError("ABORTED", reason instanceof Error ? reason.message : "the call was given up", { cause: reason });
}

/** Writes a body as JSON, which has neither invalid dates nor numbers that are not finite, and would send null instead. */
function encode(body: unknown): string {
  try {
    return JSON.stringify(body, function check(this: Record<string, unknown>, name: string, value: unknown) {
      const given = this[name];
      if (given instanceof Date && Number.isNaN(given.getTime())) throw malformed(name, "must be a valid date");
      if (typeof value === "number" && !Number.isFinite(value)) throw malformed(name, `must be a number, and is ${value}`);
      return value;
    });
  } catch (error) {
    throw error instanceof CovergateError ? error : malformed("body", "cannot be written as JSON", error);
  }
}

function malformed(field: string, fault: string, cause?: unknown): CovergateError {
  const { code, cure } = errors.MALFORMED_REQUEST;
  return new CovergateError("MALFORMED_REQUEST", `${field} ${fault}`, { code, field, cure, cause });
}

function fill(path: string, values: Readonly<Record<string, unknown>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => segment(name, (values[name] ?? "") as string));
}

/** A part of a path. An empty one, or dots, would make it the path of another operation. */
function segment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw malformed(name, `must be an identifier, and is "${value}"`);
  return encodeURIComponent(value);
}

function search(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, `${each as string | number | boolean}`]])),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
}
