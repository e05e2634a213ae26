import type { getFetch } from "@trpc/client";
import { confirmIdentity } from "#components/auth/identity-request.ts";
import { noteServerTime } from "#components/kit/api/server-clock.ts";
import { currentTime } from "#lib/time/clock.ts";
import { pollHeader } from "#lib/users/poll-header.ts";

type Fetch = ReturnType<typeof getFetch>;

/** Sends a procedure's request. Throws a PortalError where it is refused, and leads those who are signed out to sign in. */
export const requestJson: Fetch = async (url, init) => {
  const response = await requestConfirmed(url as string, init as RequestInit);
  if (response.ok && response.headers.get("content-type")?.startsWith("application/json") === true) return response;
  const failure = await readFailure(response);
  if (failure.key === "secondFactorMissing") location.assign("/second-factor");
  if (response.status !== 401) throw new PortalError(response.status, failure);
  // The session is over: sign in, and come back; but what was typed into a form would be lost.
  const isFilling = document.querySelector("form:not(search form, [data-dirty=false])") !== null;
  if (!isFilling) location.assign(`/sign-in?${new URLSearchParams({ from: location.pathname + location.search })}`);
  throw new PortalError(401, { key: "signedOut" });
};

/** Asks a route below `/api/portal` for a file, to be read as it comes. */
export async function requestFile(path: string, body: unknown, signal: AbortSignal): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const response = await requestConfirmed(`/api/portal${path}`, { method: "POST", body: JSON.stringify(body), headers, signal });
  if (response.ok) return response;
  throw new PortalError(response.status, response.status === 401 ? { key: "signedOut" } : await readFailure(response));
}

/** Retries after the user has confirmed their identity. */
async function requestConfirmed(url: string, init: RequestInit): Promise<Response> {
  const response = await request(url, init);
  if (response.status !== 403) return response;
  const { key, values = {} } = await readFailure(response.clone());
  return key === "authenticationStale" && (await confirmIdentity(values)) ? request(url, init) : response;
}

async function request(url: string, init: RequestInit): Promise<Response> {
  const isPoll = init.method === "GET" && !isAttended();
  try {
    const headers = new Headers(init.headers);
    if (isPoll) headers.set(pollHeader, "1");
    const response = await fetch(url, { ...init, headers });
    noteServerTime(response.headers.get("date"));
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new PortalError(0, { message: "no connection", key: "offline" }, { cause: error });
  }
}

type Refusal = Failure & { json?: { message?: string; data?: Failure } };

/** Reads a refusal: a procedure's, or one from before it was reached. */
async function readFailure(response: Response): Promise<Failure> {
  const { error = {} } = (await response.json().catch(() => ({}))) as { error?: Refusal };
  return error.json === undefined
    ? error
    : { ...error.json.data, ...(error.json.message !== undefined && { message: error.json.message }) };
}

const attendedMs = 60_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "focus"] as const;

let lastSign = currentTime();

function noteSign(): void {
  lastSign = currentTime();
}

// The server renders with this file too.
if ("document" in globalThis) for (const sign of signs) addEventListener(sign, noteSign, { passive: true, capture: true });

/** Whether somebody has used the page within the last minute; what it asks for at other times, it asks for by itself. */
function isAttended(): boolean {
  return currentTime().getTime() - lastSign.getTime() <= attendedMs;
}

/** What is told of a refused request. */
export interface Failure {
  message?: string;
  key?: string;
  values?: Record<string, string | number>;
  fields?: Record<string, string>;
}

/** Why the server did not do what a page asked for. */
export class PortalError extends Error {
  override name = "PortalError";
  /** 0 where no answer came. */
  readonly status: number;
  /** The sentence in `messages/<language>/refusals.json`, where there is one. */
  readonly key: string | undefined;
  readonly values: Record<string, string | number>;
  /** What is wrong with which field of the form. */
  readonly fields: Record<string, string>;

  constructor(status: number, failure: Failure, options?: ErrorOptions) {
    super(failure.message ?? `status ${status}`, options);
    this.status = status;
    this.key = failure.key;
    this.values = failure.values ?? {};
    this.fields = failure.fields ?? {};
  }
}

/** The PortalError behind an error, which the client of the procedures wraps; undefined for any other. */
export function portalErrorOf(error: unknown): PortalError | undefined {
  if (error instanceof PortalError) return error;
  return error instanceof Error && error.cause instanceof PortalError ? error.cause : undefined;
}
