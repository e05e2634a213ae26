import { AsyncLocalStorage } from "node:async_hooks";
import type { BrowserDetails } from "#lib/account/users/contexts.ts";
import { env } from "#lib/platform/env.ts";
import { perProcess } from "#lib/platform/process/reset.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** Request attributes collected for the trace and the line of the log (lib/api/mount.ts). */
export interface RequestFacts {
  /** The pattern of its path, never the path. */
  route: string;
  executionId?: string | undefined;
  /** The code of the error that was answered. */
  code?: number | undefined;
  partnerId?: string | undefined;
}

const current = perProcess("requestFacts", () => new AsyncLocalStorage<RequestFacts>());

/** The part of a URL from its path on. Parsing the whole URL would cost more than the rest of the call record. */
export function targetOf(url: string): string {
  return url.slice(url.indexOf("/", "https://".length));
}

export function readTarget(url: string): { path: string; query: string } {
  const target = targetOf(url);
  const mark = target.indexOf("?");
  return mark === -1 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The client's address. Next sets the header to the peer's address where no proxy did; server.ts removes it where no proxy is trusted. */
export function clientAddress(headers: Headers): string {
  return forwardedAddress(headers.get("x-forwarded-for")) ?? "unknown";
}

/** The last address of `x-forwarded-for`, which the trusted proxy added, without port and brackets. */
export function forwardedAddress(header: string | null | undefined): string | undefined {
  const seen = header?.split(",").at(-1)?.trim() ?? "";
  return seen === "" ? undefined : seen.replace(/^\[(.+)\](?::\d+)?$|^([^:]+):\d+$/, "$1$2").slice(0, 60);
}

/** True for a write from our own page: another site can send neither our origin nor JSON without a preflight. */
export function isFromOurPage(headers: Headers, baseUrl: string | undefined): boolean {
  if (!/^application\/json\s*(?:;|$)/i.test(headers.get("content-type") ?? "")) return false;
  const [site, origin] = [headers.get("sec-fetch-site"), headers.get("origin")];
  if (site !== null && site !== "same-origin") return false;
  return origin === null ? site !== null : isOurOrigin(origin, headers, baseUrl);
}

/** True for a request that a page of another site makes: browsers name its origin. */
export function isFromOtherSite(headers: Headers, baseUrl: string | undefined): boolean {
  const origin = headers.get("origin");
  return origin !== null && !isOurOrigin(origin, headers, baseUrl);
}

function isOurOrigin(origin: string, headers: Headers, baseUrl: string | undefined): boolean {
  const ours = baseUrl === undefined ? askedOrigin(headers) : new URL(baseUrl).origin;
  return ours !== undefined && URL.canParse(origin) && new URL(origin).origin === ours;
}

/** The origin that the caller used, by the host and a trusted proxy; server.ts removes what others say, and itself speaks http. */
export function askedOrigin(headers: Headers): string | undefined {
  const origin = `${headers.get("x-forwarded-proto") ?? "http"}://${headers.get("x-forwarded-host") ?? headers.get("host") ?? ""}`;
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) && URL.canParse(origin) ? new URL(origin).origin : undefined;
}

export function withFacts<Result>(facts: RequestFacts, run: () => Result): Result {
  return current.run(facts, run);
}

/** Does nothing for a request that is not observed. */
export function noteRequest(learnt: Partial<RequestFacts>): void {
  const facts = current.getStore();
  if (facts !== undefined) Object.assign(facts, learnt);
}

export function readRequestDetails(headers: Headers): BrowserDetails {
  return {
    now: currentTime(),
    address: clientAddress(headers),
    userAgent: headers.get("user-agent") ?? "",
    origin: originOf(headers),
  };
}

/** Without BASE_URL the page's origin, which isFromOurPage has compared with ours. */
function originOf(headers: Headers): string {
  const asked = env.BASE_URL ?? headers.get("origin");
  return asked !== null && URL.canParse(asked) ? new URL(asked).origin : `http://${headers.get("host") ?? "localhost"}`;
}
