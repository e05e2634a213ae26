import { confirmIdentity } from "#components/auth/identity-request.ts";
import { asQuery } from "#components/portal/list-parsers.ts";
import type { FilterValue } from "#components/portal/list-parsers.ts";

/** What a list of the portal, or any JSON route, answers: instants have become texts on the way. */
export type Wire<Data> = Data extends Date
  ? string
  : Data extends readonly (infer Item)[]
    ? Wire<Item>[]
    : Data extends object
      ? { [Key in keyof Data]: Wire<Data[Key]> }
      : Data;

/** Why a JSON route of the portal did not do what was asked. */
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

interface Failure {
  message?: string;
  key?: string;
  values?: Record<string, string | number>;
  fields?: Record<string, string>;
}

const noFilters = {};

/** Asks a JSON route below `/api/portal`; lists are joined by commas, what is null or empty is left out. */
export function getJson<Data>(path: string, query: Readonly<Record<string, FilterValue>> = noFilters, signal?: AbortSignal): Promise<Data> {
  const search = new URLSearchParams(asQuery(query));
  return exchange<Data>(search.size === 0 ? path : `${path}?${search}`, signal ? { signal } : {});
}

/** Has a JSON route below `/api/portal` change something. */
export function sendJson<Data = null>(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body: unknown = {}): Promise<Data> {
  return exchange<Data>(path, { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } });
}

async function exchange<Data>(path: string, init: RequestInit, isAgain = false): Promise<Data> {
  const response = await fetch(`/api/portal${path}`, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new PortalError(0, { message: "no connection", key: "offline" }, { cause: error });
  });
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const answer = (isJson ? await response.json() : {}) as { data?: Data; error?: Failure };
  if (response.ok && isJson) return answer.data as Data;
  const key = answer.error?.key;
  // What needs a fresh proof of who asks is asked again once there is one.
  if (key === "authenticationStale" && !isAgain && (await confirmIdentity())) return exchange(path, init, true);
  if (key === "secondFactorMissing") location.assign("/second-factor");
  if (response.status !== 401) throw new PortalError(response.status, answer.error ?? {});
  // The session is over: sign in, and come back; but what was typed into a form would be lost.
  const isFilling = document.querySelector("form:not(search form, [data-dirty=false])") !== null;
  if (!isFilling) location.assign(`/sign-in?${new URLSearchParams({ from: location.pathname + location.search })}`);
  throw new PortalError(401, { key: "signedOut" });
}
