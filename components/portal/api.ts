import { confirmIdentity } from "#components/auth/identity-request.ts";
import { isAttended } from "#components/portal/attendance.ts";
import { asQuery } from "#components/portal/list-parsers.ts";
import type { FilterValue } from "#components/portal/list-parsers.ts";
import type { PortalRoutes } from "#components/portal/routes.ts";
import { noteServerTime } from "#components/portal/server-clock.ts";
import type { PortalHandler } from "#lib/http/portal.ts";
import { pollHeader } from "#lib/users/poll-header.ts";

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

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Path = keyof PortalRoutes;
export type MethodOf<At extends Path> = Extract<keyof PortalRoutes[At], Method>;
type PromisedBy<At extends Path, By extends MethodOf<At>> = PortalRoutes[At][By] extends PortalHandler<infer Promised> ? Promised : never;

/** The names in square brackets of a path. */
type SlotOf<At extends string> = At extends `${string}[${infer Slot}]${infer Rest}` ? Slot | SlotOf<Rest> : never;

type Slots<At extends Path> = [SlotOf<At>] extends [never] ? { params?: undefined } : { params: Record<SlotOf<At>, string> };
type Sent<Body> = unknown extends Body ? { body?: undefined } : { body: Body };

type Queried<Query> = string extends keyof Query ? { query?: undefined } : { query?: Partial<Record<keyof Query, FilterValue>> };

/** What a route is asked with: what fills its path, its query (lists are joined by commas, what is null or empty is left out), its body. */
export type Asked<At extends Path, By extends MethodOf<At>> = Slots<At> &
  Queried<PromisedBy<At, By>["query"]> &
  Sent<PromisedBy<At, By>["body"]> & { signal?: AbortSignal };

/** What a route answers; nothing is sent as null. */
export type Answer<At extends Path, By extends MethodOf<At>> = WireOrNull<PromisedBy<At, By>["data"]>;
type WireOrNull<Data> = Data extends undefined | void ? null : Wire<Data>;

/** Calls a JSON route of the portal: `await api("GET", "/[environment]/contracts/[cid]", { params: { environment, cid } })`. */
export async function api<At extends Path, By extends MethodOf<At>>(method: By, path: At, asked: Asked<At, By>): Promise<Answer<At, By>> {
  const { params, query = {}, body, signal } = asked as RequestParts;
  const filled = fillPath(path, params);
  const search = new URLSearchParams(asQuery(query));
  const init: RequestInit =
    method === "GET" ? {} : { method, body: JSON.stringify(body ?? {}), headers: { "content-type": "application/json" } };
  return exchange<Answer<At, By>>(search.size === 0 ? filled : `${filled}?${search}`, signal ? { ...init, signal } : init);
}

/** A path with its names in square brackets replaced. */
export function fillPath(path: Path, params: Record<string, string> = {}): string {
  return path.replaceAll(/\[(\w+)\]/g, (_slot, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** The same, as the pipeline of the client sees it. */
interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, FilterValue>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Has a JSON route below `/api/portal` answer a file, to be read as it comes. */
export async function sendForFile(path: string, body: unknown, signal: AbortSignal): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const response = await requestConfirmed(path, { method: "POST", body: JSON.stringify(body), headers, signal });
  if (response.ok) return response;
  const answer = (await response.json().catch(() => ({}))) as { error?: Failure };
  throw new PortalError(response.status, response.status === 401 ? { key: "signedOut" } : (answer.error ?? {}));
}

async function exchange<Data>(path: string, init: RequestInit): Promise<Data> {
  const response = await requestConfirmed(path, init);
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const answer = (isJson ? await response.json() : {}) as { data?: Data; error?: Failure };
  if (response.ok && isJson) return answer.data as Data;
  const key = answer.error?.key;
  if (key === "secondFactorMissing") location.assign("/second-factor");
  if (response.status !== 401) throw new PortalError(response.status, answer.error ?? {});
  // The session is over: sign in, and come back; but what was typed into a form would be lost.
  const isFilling = document.querySelector("form:not(search form, [data-dirty=false])") !== null;
  if (!isFilling) location.assign(`/sign-in?${new URLSearchParams({ from: location.pathname + location.search })}`);
  throw new PortalError(401, { key: "signedOut" });
}

/** What needs a fresh proof of who asks is asked again once there is one. */
async function requestConfirmed(path: string, init: RequestInit): Promise<Response> {
  const response = await request(path, init);
  if (response.status !== 403) return response;
  const { error } = (await response.clone().json()) as { error?: Failure };
  return error?.key === "authenticationStale" && (await confirmIdentity(error.values ?? {})) ? request(path, init) : response;
}

async function request(path: string, init: RequestInit): Promise<Response> {
  const isPoll = init.method === undefined && !isAttended();
  try {
    const response = await fetch(`/api/portal${path}`, isPoll ? { ...init, headers: { [pollHeader]: "1" } } : init);
    noteServerTime(response.headers.get("date"));
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new PortalError(0, { message: "no connection", key: "offline" }, { cause: error });
  }
}
