import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "#lib/account/security-events/rules/network.ts";
import { createVerifiedCallers, readClaims } from "#lib/api/authenticate.ts";
import type { Claim } from "#lib/api/authenticate.ts";
import { withTimeout } from "#lib/platform/time/with-timeout.ts";

/** The limits of one address while its caller is not verified. */
export interface AnonymousLimits {
  connections: number;
  requests: number;
  /** Requests whose body is read. */
  bodies: number;
  pagesPerMinute: number;
}

/** How long a request above a limit waits for its key or session to be verified. */
const verificationMs = 2000;
/** After this time the next page is rendered although a slow reader has not received the one before. */
const turnMs = 100;
const busySeconds = 1;

interface Work {
  request: IncomingMessage;
  response: ServerResponse;
  address: string;
  /** True for a page that is rendered for this request. */
  isPage: boolean;
}

interface Usage {
  connections: Set<Socket>;
  requests: number;
  bodies: number;
}

export interface AnonymousDoor {
  /** Counts a connection. Above the limit it closes the oldest one of the address that has brought no verified request. */
  connect: (socket: Socket, address: string) => void;
  /** Returns once the work may go on, or with the seconds after which the caller may try again. */
  admit: (work: Work) => Promise<{ retryAfter?: number }>;
}

/** Limits the work for each address, an IPv6 /64 being one, that no verified caller asks for. Pages of all callers wait for their turn. */
export function limitAnonymous(limits: AnonymousLimits, callers = createVerifiedCallers()): AnonymousDoor {
  const { usageOf, forgetUnused, count } = createUsages();
  const unverified = new WeakMap<Socket, Set<Socket>>();
  const [takeTurn, takeVerifiedTurn] = [createTurns(), createTurns()];
  const pages = new RateLimiterMemory({ points: limits.pagesPerMinute, duration: 60 });

  /** Returns the seconds to wait where the work is above a limit of its network. */
  async function findExcess(network: string, isPage: boolean): Promise<number | undefined> {
    const { requests, bodies } = usageOf(network);
    if (requests > limits.requests || bodies > limits.bodies) return busySeconds;
    return isPage ? countPage(pages, network) : undefined;
  }

  /** Verified callers wait for each other alone. */
  async function admitVerified(claims: readonly Claim[], { response, isPage }: Work): Promise<{ retryAfter?: number }> {
    if (isPage) await takeVerifiedTurn(claims.find((claim) => callers.isKnown([claim]))?.text ?? "", response);
    return {};
  }

  return {
    connect(socket, address) {
      const network = networkOf(address);
      const { connections } = usageOf(network);
      connections.add(socket);
      unverified.set(socket, connections);
      socket.once("close", () => {
        connections.delete(socket);
        forgetUnused(network);
      });
      const [oldest] = connections;
      if (connections.size > limits.connections) oldest?.destroy();
    },
    async admit(work) {
      const { request, response, address, isPage } = work;
      const claims = readClaims(request.headers);
      const noteVerified = () => unverified.get(request.socket)?.delete(request.socket);
      if (callers.isKnown(claims)) {
        noteVerified();
        return admitVerified(claims, work);
      }
      const network = networkOf(address);
      const release = count(network, work);
      const verified = claims.length === 0 ? Promise.resolve(false) : callers.verify(claims, address);
      void verified.then((isVerified) => {
        if (!isVerified) return;
        release();
        noteVerified();
      });
      const retryAfter = await findExcess(network, isPage);
      if (retryAfter === undefined && !isPage) return {};
      if (claims.length > 0 && (await withTimeout(verificationMs, verified).catch(() => false))) return admitVerified(claims, work);
      if (retryAfter === undefined) {
        await takeTurn(network, response);
        return {};
      }
      release();
      return { retryAfter };
    },
  };
}

/** Counts the connections and requests of each network. */
function createUsages() {
  const usages = new Map<string, Usage>();

  function usageOf(network: string): Usage {
    const usage = usages.get(network) ?? { connections: new Set(), requests: 0, bodies: 0 };
    usages.set(network, usage);
    return usage;
  }

  function forgetUnused(network: string): void {
    const usage = usages.get(network);
    if (usage !== undefined && usage.requests === 0 && usage.connections.size === 0) usages.delete(network);
  }

  /** Counts a request until it is answered or its caller verified. */
  function count(network: string, { request, response }: Work): () => void {
    const usage = usageOf(network);
    const bodies = hasBody(request) ? 1 : 0;
    usage.requests += 1;
    usage.bodies += bodies;
    let isCounted = true;
    const release = () => {
      if (!isCounted) return;
      isCounted = false;
      usage.requests -= 1;
      usage.bodies -= bodies;
      forgetUnused(network);
    };
    response.once("close", release);
    return release;
  }

  return { usageOf, forgetUnused, count };
}

/** Nothing reads the body of a GET or HEAD. */
function hasBody({ method = "", headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

async function countPage(pages: RateLimiterMemory, network: string): Promise<number | undefined> {
  try {
    await pages.consume(network);
    return undefined;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.ceil(error.msBeforeNext / 1000);
    throw error;
  }
}

/**
 * Has pages rendered one after the other: six that began together would keep the API waiting for the longest steps of all six. Callers take
 * turns, so that nobody waits for all that another one asks for.
 */
function createTurns(): (caller: string, response: ServerResponse) => Promise<void> {
  const waiting = new Map<string, (() => void)[]>();
  let isRendering = false;

  function startNext(): void {
    const [first] = waiting;
    if (first === undefined) {
      isRendering = false;
      return;
    }
    const [caller, [start, ...others]] = first;
    waiting.delete(caller);
    if (others.length > 0) waiting.set(caller, others);
    start?.();
  }

  return async (caller, response) => {
    if (isRendering) await new Promise<void>((resolve) => waiting.set(caller, [...(waiting.get(caller) ?? []), resolve]));
    isRendering = true;
    const turn = setTimeout(end, turnMs);
    let isOver = false;
    function end(): void {
      clearTimeout(turn);
      if (!isOver) startNext();
      isOver = true;
    }
    if (response.destroyed || response.closed) end();
    else response.once("close", end);
  };
}
