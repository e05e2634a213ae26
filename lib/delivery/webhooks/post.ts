import { Agent } from "undici";
import type { Dispatcher } from "undici";
import { buildGuardedConnector, createResolver } from "#lib/delivery/webhooks/connection-guard.ts";
import { explainNetworkError, toNetworkError } from "#lib/delivery/webhooks/network-error.ts";
import type { NetworkError } from "#lib/delivery/webhooks/network-error.ts";
import { checkCallbackUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { openTunnels } from "#lib/delivery/webhooks/tunnel.ts";
import type { ResolveHost } from "#lib/delivery/webhooks/tunnel.ts";

/** Connection, headers and body together (rules/deliveries.md#attempts-3). */
const attemptTimeoutMs = 10_000;

/** A bounded lifetime, so that a host that moved is resolved and checked again. */
const connectionLifetimeMs = 60_000;

export interface SenderSettings {
  /** The hosts of `WEBHOOK_ALLOWED_HOSTS`, exempt from the rules on URLs and addresses. */
  allowedHosts: readonly string[];
  /** The address of `WEBHOOK_PROXY`. */
  proxy?: string | undefined;
  resolve?: ResolveHost;
  tls?: { ca: string };
  timeoutMs?: number;
}

export interface PostRequest {
  url: string;
  /** Sent byte for byte; a string as UTF-8. */
  body: string | Uint8Array;
  headers: Readonly<Record<string, string>>;
  /** Aborts the attempt, for instance when the process ends. */
  signal?: AbortSignal;
}

/** A response of any status; redirects are not followed, and only a 2xx is a success (rules/deliveries.md#attempts-2). */
export type Answer =
  | { kind: "response"; status: number; body: string; truncated: boolean; durationMs: number }
  | ({ kind: "failure"; durationMs: number } & NetworkError);

export interface Sender {
  /** Makes one attempt within the time-out. It resolves for every failure of the network, and rejects only for a bug. */
  post(request: PostRequest): Promise<Answer>;
  /** Closes the connections; attempts in flight end as `aborted`. */
  close(): Promise<void>;
}

interface DeliveryFacts {
  /** The same on retries. */
  eventId: string;
  deliveryId: string;
  /** From 1. */
  attempt: number;
  traceparent?: string | null;
}

/** The headers of an attempt (rules/deliveries.md#attempts-4), and `traceparent` where the change was traced. */
export function deliveryHeaders(delivery: DeliveryFacts): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": "Covergate-Webhooks/2",
    "x-event-id": delivery.eventId,
    "x-delivery-id": delivery.deliveryId,
    "x-delivery-attempt": String(delivery.attempt),
    ...(typeof delivery.traceparent === "string" && { traceparent: delivery.traceparent }),
  };
}

/** Creates the sender of a process, which keeps its connections. Only tests set more than `allowedHosts` and `proxy`. */
export function createSender({
  allowedHosts,
  proxy,
  resolve = createResolver(),
  tls,
  timeoutMs = attemptTimeoutMs,
}: SenderSettings): Sender {
  const tunnels = proxy === undefined ? undefined : openTunnels(proxy, timeoutMs);
  const agent = new Agent({
    connect: buildGuardedConnector({ allowedHosts, resolve, ca: tls?.ca, timeoutMs, tunnels }),
    allowH2: false,
    // One request at a time per connection; the caller bounds the connections.
    pipelining: 1,
    clientTtl: connectionLifetimeMs,
    // The attempt's own timer also covers the connection.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    post({ url: text, body, headers, signal }) {
      const started = performance.now();
      // Checked at every attempt, since the rule or its settings may have changed.
      const checked = checkCallbackUrl(text, { allowedHosts });
      if (!checked.ok) return Promise.resolve({ kind: "failure", ...toNetworkError("url_refused", `it ${checked.reason}`), durationMs: 0 });
      const { origin, pathname, search } = checked.url;
      return new Promise((resolveAnswer, reject) => {
        const exchange = new Exchange({ started, timeoutMs, signal, answer: resolveAnswer, reject });
        if (!exchange.isOver) agent.dispatch({ origin, path: pathname + search, method: "POST", headers, body }, exchange);
      });
    },
    async close() {
      await Promise.all([agent.destroy(), tunnels?.pool.destroy()]);
    },
  };
}

interface ExchangeSettings {
  started: number;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  answer(answer: Answer): void;
  reject(error: Error): void;
}

/** One request and its response; over as soon as the outcome is known. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #settings: ExchangeSettings;
  readonly #timer: NodeJS.Timeout;
  readonly #cutOff = () => this.#fail(toNetworkError("aborted"));
  readonly #body = new KeptBody();
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #isOver = false;

  constructor(settings: ExchangeSettings) {
    const { timeoutMs, signal } = settings;
    this.#settings = settings;
    this.#timer = setTimeout(() => this.#fail(toNetworkError("timeout", `${timeoutMs / 1000} seconds`)), timeoutMs);
    if (signal?.aborted === true) this.#cutOff();
    else signal?.addEventListener("abort", this.#cutOff, { once: true });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The connection is established; an attempt that is over by now is not sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver) controller.abort(new Error("the attempt is over"));
    else this.#controller = controller;
  }

  /** Called for interim responses (1xx) as well; the last one counts. */
  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver || this.#body.add(chunk)) return;
    this.#respond({ isWhole: false });
    this.#controller?.abort(new Error("more than is kept"));
  }

  onResponseEnd(): void {
    if (!this.#isOver) this.#respond({ isWhole: true });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#isOver) return;
    if (error instanceof TypeError || ("code" in error && error.code === "UND_ERR_INVALID_ARG")) {
      this.#end();
      this.#settings.reject(error);
    } else this.#fail(explainNetworkError(error));
  }

  #respond({ isWhole }: { isWhole: boolean }): void {
    this.#end();
    this.#settings.answer({ kind: "response", status: this.#status, ...this.#body.read({ isWhole }), durationMs: this.#elapsed() });
  }

  #fail(failure: NetworkError): void {
    // The status has arrived, so a body that breaks off is kept as far as it came.
    if (this.#status >= 200) this.#respond({ isWhole: false });
    else {
      this.#end();
      this.#settings.answer({ kind: "failure", ...failure, durationMs: this.#elapsed() });
    }
    this.#controller?.abort(new Error(failure.message));
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#settings.signal?.removeEventListener("abort", this.#cutOff);
  }

  #elapsed(): number {
    return Math.round(performance.now() - this.#settings.started);
  }
}

/** In UTF-8 bytes (rules/deliveries.md#attempts-5). */
const keptBytes = 16_384;

/** The beginning of a response's body, never decompressed. */
class KeptBody {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  /** False once the limit is reached. */
  add(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
    return this.#length <= keptBytes;
  }

  /** U+FFFD replaces invalid UTF-8 and NUL, which the database refuses; a character that the cut splits is left out. */
  read({ isWhole }: { isWhole: boolean }): { body: string; truncated: boolean } {
    const text = decode(Buffer.concat(this.#chunks), !isWhole).replaceAll("\0", "\uFFFD");
    // U+FFFD takes three bytes for one invalid byte.
    if (Buffer.byteLength(text) <= keptBytes) return { body: text, truncated: !isWhole };
    return { body: decode(Buffer.from(text), true), truncated: true };
  }
}

function decode(bytes: Uint8Array, isCut: boolean): string {
  // With `stream`, the decoder withholds an incomplete character.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, keptBytes), { stream: isCut });
}
