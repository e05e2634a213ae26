import type { IncomingMessage, ServerResponse } from "node:http";
import { RequestError, getRequestListener } from "@hono/node-server";
import { checkRequestLine, isApiTarget, isInternalTarget } from "#lib/api/admission.ts";
import type { AnonymousDoor } from "#lib/api/anonymous-limits.ts";
import { resolveHost } from "#lib/api/connections.ts";
import { mountApi, observeRequest } from "#lib/api/mount.ts";
import { bodyLimit } from "#lib/api/parse.ts";
import { forwardedAddress, noteRequest } from "#lib/api/request.ts";
import { securityHeaders } from "#lib/api/security-headers.ts";
import { answerUnavailable } from "#lib/api/unavailable.ts";
import { rejectUnread } from "#lib/api/unrouted.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { metrics, startRequest } from "#lib/platform/metrics/metrics.ts";
import type { Pages } from "#server/pages.ts";

/** Next, next-auth and we listen on the response of a sign-in eleven times; Node warns of a leak from eleven on. */
const maxListeners = 20;

/** Headers that a trusted proxy sets; from others they are not trusted. */
const forwardedHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers a request of the API, or of a page. */
export type Answer = (door: "api" | "page", ...request: Parameters<Listener>) => Promise<void>;

/** Admits a request, refuses what no door answers, and lets `answer` do the rest. */
export function receive(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const unresolved = resolveHost(request);
  const target = request.url ?? "";
  const door = isApiTarget(target) ? "api" : "page";
  const run = observeRequest(door, request, response);
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  if (!env.TRUST_PROXY) for (const name of forwardedHeaders) Reflect.deleteProperty(request.headers, name);
  const inadmissible = unresolved ?? checkRequestLine(request.method ?? "", target);
  if (inadmissible !== undefined) {
    rejectUnread(request, response, inadmissible);
    return;
  }
  if (door === "page" && isInternalTarget(target)) {
    rejectUnread(request, response, { error: "UNKNOWN_PATH" });
    return;
  }
  // Next fails at unsatisfiable ranges, and serves nothing long enough to need them.
  Reflect.deleteProperty(request.headers, "range");
  metrics.inFlight.inc();
  response.setMaxListeners(maxListeners);
  response.once("close", () => metrics.inFlight.dec());
  run(() => answer(door, request, response)).catch((error: unknown) => {
    log.error({ error }, "a request could not be answered");
    response.destroy();
  });
}

/** Answers requests within the limits of anonymous work. */
export function createAnswer(api: Listener, pages: Pages, anonymous: AnonymousDoor): Answer {
  return async (door, request, response) => {
    // The wait for a page's turn is part of its time.
    const page = door === "page" ? startPage(request) : undefined;
    const isPage = page !== undefined && isRendered(request);
    const { retryAfter } = await anonymous.admit({ request, response, address: addressOf(request) ?? "", isPage });
    if (retryAfter !== undefined) answerBusy(request, response, retryAfter);
    else if (page === undefined) await api(request, response);
    // A caller may leave while its page waits.
    else if (!response.destroyed) await answerPage(pages, page, request, response);
  };
}

/** The API of the routes in `root`; what cannot be read as a request is refused. */
export async function createApi(root: string): Promise<Listener> {
  const dispatch = await mountApi(root);
  const read = getRequestListener(
    (request, bindings) => dispatch(request, "incoming" in bindings ? addressOf(bindings.incoming) : undefined),
    // HTTP/1.0 requests have no host.
    { hostname: "localhost", errorHandler: leaveUnread },
  );
  return async (request, response) => {
    await read(request, response);
    if (!response.headersSent) rejectUnread(request, response);
  };
}

interface StartedPage {
  route: string;
  end: (status: number) => void;
}

function startPage({ url = "", method = "" }: IncomingMessage): StartedPage {
  const route = kindOfPage(url);
  return { route, end: startRequest("page", route, method) };
}

async function answerPage(pages: Pages, { route, end }: StartedPage, ...[request, response]: Parameters<Listener>): Promise<void> {
  noteRequest({ route });
  response.once("close", () => end(response.statusCode));
  if (request.method === "GET" || request.method === "HEAD") request.resume();
  else if (Number(request.headers["content-length"]) > bodyLimit) {
    rejectUnread(request, response, { error: "BODY_TOO_LARGE" });
    return;
  }
  await pages.answer(request, response);
}

/** Returns the name of a page's kind in the figures, without segments, which anybody can invent. */
function kindOfPage(target: string): string {
  return /^\/(?:api|_next|mcp|docs)(?=[/?]|$)/.exec(target)?.[0] ?? "/";
}

/** True for pages that Next renders for each request; procedures and static files cost less. */
function isRendered({ method, url = "" }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && ["/", "/docs"].includes(kindOfPage(url));
}

/** Answers 429 above a limit of anonymous work: in the envelope of the API, or as a page or its procedure. */
function answerBusy(request: IncomingMessage, response: ServerResponse, retryAfter: number): void {
  const { url = "" } = request;
  const isPage = url.startsWith("/api/portal/") || (!isApiTarget(url) && ["/", "/docs"].includes(kindOfPage(url)));
  if (isPage) answerUnavailable(request, response, { state: "busy", retryAfter });
  else rejectUnread(request, response, { error: "RATE_LIMITED", message: "too many requests from this address", retryAfter });
}

/** A path or host that cannot be part of a URL is answered by `refuseUnread` in the envelope of its path; other errors are rethrown. */
function leaveUnread(error: unknown): void {
  if (!(error instanceof RequestError)) throw error;
}

/** The caller's address: the peer's, or the one from a trusted proxy; untrusted headers have already been removed. */
function addressOf({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): string | undefined {
  return forwardedAddress(headers["x-forwarded-for"]?.toString()) ?? socket.remoteAddress;
}
