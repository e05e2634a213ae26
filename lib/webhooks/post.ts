import { Agent } from "undici";
import type { Dispatcher } from "undici";
import { buildGuardedConnector, createResolver } from "#lib/webhooks/connection-guard.ts";
import type { ResolveHost } from "#lib/webhooks/connection-guard.ts";
import { explainNetworkError, networkFailure } from "#lib/webhooks/network-failure.ts";
import type { NetworkFailure } from "#lib/webhooks/network-failure.ts";
import { checkCallbackUrl } from "#lib/webhooks/rules/callback-url.ts";

/** How long an attempt may take in all: connection, headers and body (resolutions.md § 9). */
const attemptTimeoutMs = 10_000;

/** A connection older than this is not used again, so that a host that has moved is found at its new, checked address. */
const connectionLifetimeMs = 60_000;

export interface SenderSettings {
  /** What `WEBHOOK_ALLOWED_HOSTS` exempts from the rules on callback URLs and addresses. */
  allowedHosts: readonly string[];
  resolve?: ResolveHost;
  tls?: { ca: string };
  timeoutMs?: number;
}

export interface PostRequest {
  url: string;
  /** Sent byte for byte; a string as UTF-8. */
  body: string | Uint8Array;
  headers: Readonly<Record<string, string>>;
  /** Cuts the attempt off, for instance when the process is to end. */
  signal?: AbortSignal;
}

/**
 * How an attempt ended. A response of any status is one, whatever becomes of its body: redirects are not followed, and only a 2xx is
 * a success (partner-api.md § Delivery rules).
 */
export type Answer =
  | { kind: "response"; status: number; body: string; truncated: boolean; durationMs: number }
  | ({ kind: "failure"; durationMs: number } & NetworkFailure);

export interface Sender {
  /** Makes one attempt. Whatever the network and the other side do is an answer, given within the time-out; only a programming error rejects. */
  post(request: PostRequest): Promise<Answer>;
  /** Closes the connections; attempts still under way end as `aborted`. */
  close(): Promise<void>;
}

/** The headers of an attempt (resolutions.md § 9). `eventId` is the same on retries; attempts count from 1. */
export function deliveryHeaders(delivery: { eventId: string; deliveryId: string; attempt: number }): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": "Covergate-Webhooks/2",
    "x-event-id": delivery.eventId,
    "x-delivery-id": delivery.deliveryId,
    "x-delivery-attempt": String(delivery.attempt),
  };
}

/** What sends deliveries: one for a process, as it keeps the connections. The settings but `allowedHosts` are for tests. */
export function createSender({ allowedHosts, resolve = createResolver(), tls, timeoutMs = attemptTimeoutMs }: SenderSettings): Sender {
  const agent = new Agent({
    connect: buildGuardedConnector({ allowedHosts, resolve, ca: tls?.ca, timeoutMs }),
    allowH2: false,
    // A partner's host answers one request at a time on a connection; how many there are is the caller's to bound.
    pipelining: 1,
    clientTtl: connectionLifetimeMs,
    // The attempt's own clock counts, which runs while connecting too.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    post({ url: text, body, headers, signal }) {
      const started = performance.now();
      // Checked again at every attempt: the rule or its settings may have changed since the URL was stored.
      const checked = checkCallbackUrl(text, { allowedHosts });
      if (!checked.ok) return Promise.resolve({ kind: "failure", ...networkFailure("url_refused", `it ${checked.reason}`), durationMs: 0 });
      const { origin, pathname, search } = checked.url;
      return new Promise((resolveAnswer, reject) => {
        const exchange = new Exchange({ started, timeoutMs, signal, answer: resolveAnswer, reject });
        if (!exchange.isOver) agent.dispatch({ origin, path: pathname + search, method: "POST", headers, body }, exchange);
      });
    },
    close: () => agent.destroy(),
  };
}

interface ExchangeSettings {
  started: number;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  answer(answer: Answer): void;
  reject(error: Error): void;
}

/** One request and what comes back; over as soon as the answer is known, whatever the connection still does. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #settings: ExchangeSettings;
  readonly #timer: NodeJS.Timeout;
  readonly #cutOff = () => this.#fail(networkFailure("aborted"));
  readonly #body = new KeptBody();
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #isOver = false;

  constructor(settings: ExchangeSettings) {
    const { timeoutMs, signal } = settings;
    this.#settings = settings;
    this.#timer = setTimeout(() => this.#fail(networkFailure("timeout", `${timeoutMs / 1000} seconds`)), timeoutMs);
    if (signal?.aborted === true) this.#cutOff();
    else signal?.addEventListener("abort", this.#cutOff, { once: true });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The connection stands and nothing is sent yet. An attempt that is over by now is never sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver) controller.abort(new Error("the attempt is over"));
    else this.#controller = controller;
  }

  /** Interim answers (1xx) come here too; the last one counts. */
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

  #fail(failure: NetworkFailure): void {
    // The answer is there with its status: of a body that drags on or breaks off, what came of it is kept.
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

/** How much of a response is kept, in UTF-8 bytes (resolutions.md § 9). */
const keptBytes = 16_384;

/** The beginning of a response's body. It is never decompressed: no encoding was asked for. */
class KeptBody {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  /** Takes what has arrived; false once there is more than is kept, so that nothing further need be read. */
  add(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
    return this.#length <= keptBytes;
  }

  /**
   * The body as text that a database takes: what is not UTF-8, and NUL, is U+FFFD; a character that the cut goes through is left out.
   * One that is not whole ends where nothing more was read.
   */
  read({ isWhole }: { isWhole: boolean }): { body: string; truncated: boolean } {
    const text = decode(Buffer.concat(this.#chunks), !isWhole).replaceAll("\0", "\uFFFD");
    // Text of three bytes may stand for one byte that is no UTF-8.
    if (Buffer.byteLength(text) <= keptBytes) return { body: text, truncated: !isWhole };
    return { body: decode(Buffer.from(text), true), truncated: true };
  }
}

function decode(bytes: Uint8Array, isCut: boolean): string {
  // A decoder that expects more keeps half a character to itself.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, keptBytes), { stream: isCut });
}
