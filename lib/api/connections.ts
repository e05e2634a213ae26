import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { connect } from "node:tls";
import type { UnreadError } from "#lib/api/admission.ts";
import { endConnection } from "#lib/api/unrouted.ts";
import { env } from "#lib/platform/env.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { log } from "#lib/platform/log/log.ts";
import { redactText } from "#lib/platform/log/redact.ts";
import { onReset, perProcess } from "#lib/platform/process/reset.ts";

/** A name or address with an optional port (RFC 3986 § 3.2.2): no user, no path, not empty. */
const hostPattern = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/is;

const everyMs = 3_600_000;

const timeoutMs = 2_000;

const looked = perProcess("certificate", () => ({ at: -Infinity, ends: undefined as Date | undefined }));

onReset(() => void Object.assign(looked, { at: -Infinity, ends: undefined }));

const minBytes = 65_536;
const checkIntervalMs = 1000;
/** How long a caller who was answered may go on sending, in seconds, since many read an answer only afterwards. */
const restSeconds = 5;

export interface ConnectionLimits {
  /** Connections at once; further ones are closed. */
  count: number;
  /** How long a caller may take for each 64 KiB of a request or of a waiting answer, in seconds. */
  callerSeconds: number;
  /** How long we may send nothing of an answer that somebody waits for, in seconds. */
  answerSeconds: (request: IncomingMessage) => number;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The event that a connection waits for: the caller's request, the rest after the answer, the caller's reading, or our answer. */
type Wait = "request" | "rest" | "reader" | "answer";

interface Progress {
  wait: Wait;
  bytes: number;
  since: number;
}

/** How a connection without progress ends: with an answer, where the caller may still read one. */
const ends: Record<Wait, { level: "error" | "warn" | "debug"; message: string; error?: ErrorName }> = {
  request: { level: "warn", message: "closed a connection whose request did not arrive", error: "REQUEST_TIMED_OUT" },
  rest: { level: "debug", message: "closed a connection whose request went on after its answer" },
  reader: { level: "warn", message: "closed a connection whose reader was too slow" },
  answer: { level: "error", message: "closed a connection whose answer did not come", error: "SERVICE_UNAVAILABLE" },
};

/** Ends connections without progress, whoever answers them, since each holds memory or a database connection. */
export function limitConnections(server: Server, { count, callerSeconds, answerSeconds }: ConnectionLimits): void {
  const open = new Map<Socket, { exchange?: Exchange; progress?: Progress | undefined }>();
  let dropped = 0;
  server.maxConnections = count;
  server.on("drop", () => (dropped += 1));
  server.on("connection", (socket) => {
    open.set(socket, {});
    socket.destroySoon = () => closeOnceRead(socket, open.get(socket)?.exchange?.request);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request, response) => open.set(request.socket, { exchange: { request, response } }));
  const secondsFor = (wait: Wait, exchange: Exchange | undefined) => {
    if (wait === "rest") return restSeconds;
    return wait === "answer" && exchange !== undefined ? answerSeconds(exchange.request) : callerSeconds;
  };
  const timer = setInterval(() => {
    if (dropped > 0) log.warn({ dropped, count }, "closed new connections, since there are too many");
    dropped = 0;
    const now = performance.now();
    for (const [socket, state] of open) {
      state.progress = proceed(state.progress, observe(socket, state.exchange), now);
      if (state.progress === undefined) continue;
      const { wait, since } = state.progress;
      if (now - since > secondsFor(wait, state.exchange) * 1000) end(socket, wait, state.exchange);
    }
  }, checkIntervalMs).unref();
  server.once("close", () => clearInterval(timer));
}

/**
 * Closes a connection after its answer, as Node does, but reads what is still coming of the request first: a connection that is closed with
 * bytes unread is reset, and the caller may lose the answer.
 */
function closeOnceRead(socket: Socket, request: IncomingMessage | undefined): void {
  if (request === undefined || request.complete || request.destroyed) {
    closeNow(socket);
    return;
  }
  request.once("end", () => closeNow(socket)).resume();
  socket.end();
}

function closeNow(socket: Socket): void {
  Socket.prototype.destroySoon.call(socket);
}

/** Returns what the connection waits for and the bytes that show its progress; undefined for nothing. */
function observe(socket: Socket, exchange: Exchange | undefined): Omit<Progress, "since"> | undefined {
  // Counts only bytes in this process; the kernel's buffers are on their way.
  const waiting = socket.writableLength;
  if (waiting > 0) return { wait: "reader", bytes: socket.bytesWritten - waiting };
  if (exchange === undefined) return undefined;
  const { request, response } = exchange;
  if (!request.complete && response.writableFinished) return { wait: "rest", bytes: 0 };
  // Unread bytes mean that we are the slow side.
  if (!request.complete && request.readableLength === 0) return { wait: "request", bytes: socket.bytesRead };
  return response.writableFinished ? undefined : { wait: "answer", bytes: socket.bytesWritten };
}

function proceed(before: Progress | undefined, observed: Omit<Progress, "since"> | undefined, now: number): Progress | undefined {
  if (observed === undefined) return undefined;
  const needed = observed.wait === "answer" ? 1 : minBytes;
  const isSame = before !== undefined && before.wait === observed.wait && observed.bytes - before.bytes < needed;
  return isSame ? before : { ...observed, since: now };
}

function end(socket: Socket, wait: Wait, exchange: Exchange | undefined): void {
  const { level, message, error } = ends[wait];
  const { request, response } = exchange ?? {};
  const path = request?.url === undefined ? undefined : redactText(request.url.replace(/\?.*$/s, ""));
  log[level]({ address: socket.remoteAddress, method: request?.method, path }, message);
  // An earlier request of this connection may be answered yet: then no answer of this one can be sent.
  if (error !== undefined && response?.socket === socket && !response.headersSent) endConnection(socket, { error }, request?.url);
  closeNow(socket);
  if (wait === "reader") socket.destroy();
}

/** When the certificate at BASE_URL ends, looked at once an hour; undefined without https://, or if nobody shows one. */
export async function readCertificateEnd(): Promise<Date | undefined> {
  const url = new URL(env.BASE_URL ?? "http://localhost");
  if (url.protocol !== "https:" || performance.now() - looked.at < everyMs) return looked.ends;
  looked.at = performance.now();
  try {
    looked.ends = await askCertificateEnd(url.hostname, Number(url.port || 443));
  } catch (error) {
    looked.ends = undefined;
    log.warn({ error }, "the certificate at BASE_URL could not be read");
  }
  return looked.ends;
}

/** Reads the end of the certificate only; callers find out whether it is trusted. */
export function askCertificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: timeoutMs });
    socket.once("secureConnect", () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once("timeout", () => socket.destroy(new Error("the server was silent")));
    socket.once("error", reject);
  });
}

/**
 * Checks for whom a request is. HTTP/1.1 needs exactly one valid `Host` (RFC 9112 § 3.2). The authority of a target in absolute form
 * replaces it (§ 3.2.2), and the target becomes its path and query, so that everything after this sees one form.
 */
export function resolveHost(request: IncomingMessage): UnreadError | undefined {
  const hosts = request.rawHeaders.filter((_text, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === "host");
  if (hosts.length > 1) return unreadable("the header host is sent more than once");
  const [host] = hosts;
  if (host === undefined ? request.httpVersion !== "1.0" : !hostPattern.test(host)) {
    return unreadable("the header host must name one host, with a port or without");
  }
  // RFC 9112 § 6.1: such framing is faulty.
  if (request.httpVersion === "1.0" && request.headers["transfer-encoding"] !== undefined) {
    return unreadable("HTTP/1.0 has no transfer-encoding");
  }
  const [, authority, rest = ""] = absoluteForm.exec(request.url ?? "") ?? [];
  if (authority === undefined) return undefined;
  if (!hostPattern.test(authority)) return unreadable("the target must name one host, with a port or without");
  const others = request.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 && name.toLowerCase() !== "host" ? [name, all[index + 1] ?? ""] : [],
  );
  request.rawHeaders = ["Host", authority, ...others];
  request.headers.host = authority;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  return undefined;
}

function unreadable(message: string): UnreadError {
  return { error: "MALFORMED_REQUEST", message };
}
