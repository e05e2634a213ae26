import type { getFetch } from "@trpc/client";
import { confirmIdentity } from "#components/auth/identity-request.ts";
import { isAttended } from "#components/kit/api/attendance.ts";
import { PortalError } from "#components/kit/api/portal-error.ts";
import type { Failure } from "#components/kit/api/portal-error.ts";
import { noteServerTime } from "#components/kit/api/server-clock.ts";
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
