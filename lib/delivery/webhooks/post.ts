import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { LookupFunction, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { callbackify } from "node:util";
import { Agent, Pool, buildConnector } from "undici";
import type { Dispatcher } from "undici";
import { BlockedConnection, codeOf, explainNetworkError, toNetworkError } from "#lib/delivery/webhooks/network-error.ts";
import type { NetworkError } from "#lib/delivery/webhooks/network-error.ts";
import { checkCallbackUrl, isAddress, isExemptHost, isPublicAddress } from "#lib/delivery/webhooks/rules/callback-url.ts";

/** Rejects if the name has no address. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** Behind a proxy, the name servers of the machine may know no public name, or not answer. */
const resolveMs = 1_000;

/** Connections to a proxy, which makes the connections to the hosts. */
interface Tunnels {
  pool: Pool;
  headers: Readonly<Record<string, string>>;
}

type Connector = buildConnector.connector;

interface ConnectionSettings {
  allowedHosts: readonly string[];
  resolve: ResolveHost;
  /** Certificate authorities in PEM, instead of the system's. */
  ca?: string | undefined;
  /** The time limit of the whole connection, TLS included. */
  timeoutMs: number;
  /** The pool of connections to the proxy through which every host but an exempt one is reached. */
  tunnels?: Tunnels | undefined;
}

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

/** The headers of every request to a receiver. */
export const requestHeaders = { "content-type": "application/json", "user-agent": "Covergate-Webhooks/2" };

/** The headers of an attempt (rules/deliveries.md#attempts-4), and `traceparent` where the change was traced. */
export function deliveryHeaders(delivery: DeliveryFacts): Record<string, string> {
  return {
    ...requestHeaders,
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

/** Connects to public addresses only, except for exempt hosts (rules/deliveries.md#webhooks-3, #webhooks-4, #webhooks-8). */
export function buildGuardedConnector({ allowedHosts, resolve, ca, timeoutMs, tunnels }: ConnectionSettings): Connector {
  const options = {
    timeout: timeoutMs,
    allowH2: false,
    autoSelectFamily: true,
    // Node's default of 250 ms gives up on distant hosts.
    autoSelectFamilyAttemptTimeout: 2_500,
    ...(ca === undefined ? {} : { ca }),
  };
  const exempt = buildConnector(options);
  const guarded =
    tunnels === undefined
      ? guardConnector(buildConnector({ ...options, lookup: lookUpPublic(resolve) }))
      : connectThrough(tunnels, resolve, exempt);
  return (target, callback) => {
    const url = new URL(`${target.protocol}//${target.host ?? target.hostname}`);
    return (isExemptHost(url, allowedHosts) ? exempt : guarded)(target, callback);
  };
}

/** Refuses a host that is a non-public address, and any socket connected to one, before the request is written. */
export function guardConnector(connect: Connector): Connector {
  return (target, callback) => {
    if (isAddress(target.hostname) && !isPublicAddress(target.hostname)) {
      callback(new BlockedConnection(toNetworkError("address_refused")), null);
      return;
    }
    connect(target, (...result) => {
      const [error, socket] = result;
      if (error !== null || isPublicAddress(socket.remoteAddress ?? "")) {
        callback(...result);
        return;
      }
      socket.destroy();
      callback(new BlockedConnection(toNetworkError("address_refused")), null);
    });
  };
}

/** The socket connects to exactly these public addresses, so a name that changes between check and connection gains nothing. */
export function lookUpPublic(resolve: ResolveHost): LookupFunction {
  const find = callbackify((hostname: string) => findPublicAddresses(hostname, resolve));
  return (hostname, _options, callback) => find(hostname, (error, addresses) => callback(error, addresses));
}

async function findPublicAddresses(hostname: string, resolve: ResolveHost): Promise<{ address: string; family: number }[]> {
  const addresses = await resolve(hostname).catch((error: unknown) => {
    throw new BlockedConnection(toNetworkError("dns_failed", codeOf(error)), { cause: error });
  });
  const open = addresses.filter(isPublicAddress);
  if (open.length === 0) throw new BlockedConnection(toNetworkError("address_refused"));
  return open.map((address) => ({ address, family: isIP(address) }));
}

/**
 * Resolves by DNS, IPv4 first. `dns.lookup` would block libuv's four threads, where four slow names stall all deliveries. There is no
 * cache, since connections are reused.
 */
export function createResolver(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (v4.status === "rejected" && v6.status === "rejected") throw v4.reason;
    return [v4, v6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}

/** An http:// or https:// proxy; a user and a password in its address are sent to it. */
function openTunnels(proxy: string, timeoutMs: number): Tunnels {
  const { origin, username, password } = new URL(proxy);
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    pool: new Pool(origin, { connect: { timeout: timeoutMs }, allowH2: false, headersTimeout: timeoutMs }),
    headers: user === ":" ? {} : { "proxy-authorization": `Basic ${Buffer.from(user).toString("base64")}` },
  };
}

/**
 * Connects by CONNECT, with TLS to the host inside. The proxy resolves the name again and decides on the address, so a name is refused
 * here only if it has a non-public address on this side, too (rules/deliveries.md#webhooks-8).
 */
function connectThrough(tunnels: Tunnels, resolve: ResolveHost, secure: buildConnector.connector): buildConnector.connector {
  const open = callbackify(async ({ hostname, host = hostname, port }: buildConnector.Options) => {
    await assertPublic(hostname, resolve);
    return openTunnel(tunnels, port === "" ? `${host}:443` : host);
  });
  return (target, callback) =>
    open(target, (error, httpSocket) => {
      if (error === null) secure({ ...target, httpSocket }, callback);
      else callback(error, null);
    });
}

async function openTunnel({ pool, headers }: Tunnels, host: string): Promise<Socket> {
  const { statusCode, socket } = await pool.connect({ path: host, headers: { ...headers, host } }).catch((error: unknown) => {
    throw new BlockedConnection(toNetworkError("proxy_failed", codeOf(error)), { cause: error });
  });
  if (statusCode >= 200 && statusCode < 300) return socket as Socket;
  socket.destroy();
  throw new BlockedConnection(toNetworkError("proxy_refused", `its answer was ${statusCode}`));
}

async function assertPublic(hostname: string, resolve: ResolveHost): Promise<void> {
  const addresses = isAddress(hostname)
    ? [hostname]
    : await Promise.race([resolve(hostname).catch(() => []), pause(resolveMs, [], { ref: false })]);
  if (!addresses.every(isPublicAddress)) throw new BlockedConnection(toNetworkError("address_refused"));
}
