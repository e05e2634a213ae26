import type { getFetch } from "@trpc/client";
import { confirmIdentity } from "#components/auth/identity-request.ts";
import { noteServerTime } from "#components/kit/api/server-clock.ts";
import { isLeaving } from "#components/shell/sign-out.ts";
import { pageViewer, reloadForOther } from "#components/shell/viewer.tsx";
import { pollHeader } from "#lib/account/users/poll-header.ts";
import { viewerHeader } from "#lib/account/users/viewer.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { reviveInstants } from "#lib/platform/time/dates.ts";

type Fetch = ReturnType<typeof getFetch>;

/** Sends a procedure's request. Throws a PortalError if it is refused, and redirects signed-out users to the sign-in. */
export const requestJson: Fetch = async (url, init) => {
  const response = await requestConfirmed(url as string, init as RequestInit);
  if (response.ok && response.headers.get("content-type")?.startsWith("application/json") === true) return response;
  const error = await readError(response);
  if (error.key === "secondFactorMissing") location.assign("/second-factor");
  if (response.status !== 401) throw new PortalError(response.status, error);
  // Redirect to the sign-in, unless that would lose text typed into a form.
  const isFilling = document.querySelector("form:not(search form, [data-dirty=false])") !== null;
  if (!isFilling && !isLeaving()) {
    location.assign(`/sign-in?${new URLSearchParams({ from: location.pathname + location.search, ended: "1" })}`);
  }
  throw new PortalError(401, { key: "signedOut" });
};

/** Requests a file of a route below `/api/portal`, as a stream. */
export async function requestFile(path: string, body: unknown, signal: AbortSignal): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const response = await requestConfirmed(`/api/portal${path}`, { method: "POST", body: JSON.stringify(body), headers, signal });
  if (response.ok) return response;
  throw new PortalError(response.status, response.status === 401 ? { key: "signedOut" } : await readError(response));
}

/** Retries after the user has confirmed their identity; reloads a page that was made for somebody else. */
async function requestConfirmed(url: string, init: RequestInit): Promise<Response> {
  const response = await request(url, init);
  if (response.status === 409) {
    const { key, values } = await readError(response.clone());
    if (key === "otherViewer") reloadForOther(String(values?.["viewer"]));
  }
  if (response.status !== 403) return response;
  const { key, values = {} } = await readError(response.clone());
  return key === "authenticationStale" && (await confirmIdentity(values)) ? request(url, init) : response;
}

async function request(url: string, init: RequestInit): Promise<Response> {
  const isPoll = init.method === "GET" && !isAttended();
  try {
    const headers = new Headers(init.headers);
    if (isPoll) headers.set(pollHeader, "1");
    const viewer = pageViewer();
    if (viewer !== undefined) headers.set(viewerHeader, viewer);
    const response = await fetch(url, { ...init, headers });
    noteServerTime(response.headers.get("date"));
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new PortalError(0, { message: "no connection", key: "offline" }, { cause: error });
  }
}

type ErrorBody = ErrorDetails & { data?: ErrorDetails };

/** Reads the error of a procedure, or the one that came before it. */
async function readError(response: Response): Promise<ErrorDetails> {
  const { error = {} } = (await response.json().catch(() => ({}))) as { error?: ErrorBody };
  if (error.data === undefined) return error;
  const { data, message } = reviveInstants(error) as ErrorBody;
  return { ...data, ...(message !== undefined && { message }) };
}

const attendedMs = 60_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "focus"] as const;

let lastSign = currentTime();

function noteSign(): void {
  lastSign = currentTime();
}

// This module is also used by server rendering.
if ("document" in globalThis) for (const sign of signs) addEventListener(sign, noteSign, { passive: true, capture: true });

/** True if the user was active within the last minute; other requests are background polls. */
function isAttended(): boolean {
  return currentTime().getTime() - lastSign.getTime() <= attendedMs;
}

/** The details of a refused request. */
export interface ErrorDetails {
  message?: string;
  key?: string;
  values?: Record<string, string | number>;
  fields?: Record<string, string>;
}

/** An error of the server or the network. */
export class PortalError extends Error {
  override name = "PortalError";
  /** 0 without a response. */
  readonly status: number;
  /** Key of the message in `messages/<language>/refusals.json`, if there is one. */
  readonly key: string | undefined;
  readonly values: Record<string, string | number>;
  /** Errors by the name of the form's field. */
  readonly fields: Record<string, string>;

  constructor(status: number, error: ErrorDetails, options?: ErrorOptions) {
    super(error.message ?? `status ${status}`, options);
    this.status = status;
    this.key = error.key;
    this.values = error.values ?? {};
    this.fields = error.fields ?? {};
  }
}

/** Unwraps the PortalError inside an error of the procedures' client; undefined for other errors. */
export function portalErrorOf(error: unknown): PortalError | undefined {
  if (error instanceof PortalError) return error;
  return error instanceof Error && error.cause instanceof PortalError ? error.cause : undefined;
}
