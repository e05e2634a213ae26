import { z } from "zod";
import { recordSecurityEvent } from "#lib/account/security/note.ts";
import type { SecurityKind } from "#lib/account/security/schema.ts";
import { sessionCookie } from "#lib/account/users/cookies.ts";
import { lacksSecondFactor } from "#lib/account/users/guards.ts";
import { pollHeader } from "#lib/account/users/poll-header.ts";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import type { Audience } from "#lib/account/users/rules/audience.ts";
import type { SessionUser, SignedIn } from "#lib/account/users/schema.ts";
import { findSession } from "#lib/account/users/sessions.ts";
import { nameViewer, viewerHeader } from "#lib/account/users/viewer.ts";
import { isRetryable } from "#lib/api/deadline.ts";
import { readRequestDetails } from "#lib/api/request-details.ts";
import { clientAddress, isFromOurPage, readTarget } from "#lib/api/request.ts";
import { env } from "#lib/platform/env.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { AuthenticationStale, NotFound, Refusal } from "#lib/platform/errors/refusal.ts";
import { chooseLanguage, chooseTimeZone, languageCookie, timeZoneCookie } from "#lib/platform/i18n/locales.ts";
import type { Reader } from "#lib/platform/i18n/locales.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** Error details sent to a page. `key` names the translation and `values` fill it; `fields` holds an error per field. */
export interface Failure {
  message: string;
  key?: string;
  values?: Record<string, string | number>;
  fields?: Record<string, string>;
  /** The number of an API error. */
  errorCode?: number;
}

/** A refusal with the HTTP status that answers it. */
export class Refused extends Error {
  override name = "Refused";
  readonly status: number;
  readonly failure: Failure;

  constructor(status: number, failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.status = status;
    this.failure = failure;
  }
}

/** Refuses a write that no page of ours sent, and reports it to support. */
export function assertFromOurPage(request: Request): void {
  if (request.method === "GET" || isFromOurPage(request.headers, env.BASE_URL)) return;
  reportRefused("csrfRefused", request);
  throw new Refused(403, { message: "this can be asked by a page of Covergate only" });
}

/**
 * Finds who asks. Refused without a session (401), from a page of another viewer (409), in another role (403, reported to support) or, unless
 * `beforeSecondFactor`, without the second factor that the role needs (403).
 */
export async function admit(request: Request, audience: Audience, beforeSecondFactor: boolean): Promise<SignedIn> {
  const isPoll = request.method === "GET" && request.headers.has(pollHeader);
  const token = readCookie(request.headers.get("cookie"), sessionCookie);
  const signedIn = await findSession(token, { ...readRequestDetails(request.headers), isPoll });
  if (signedIn === undefined) throw new Refused(401, { message: "sign in to go on" });
  assertViewer(request, signedIn.user);
  if (!isAmong(audience, signedIn.user.role)) {
    reportRefused("pageForbidden", request, signedIn.user.id);
    throw new Refused(403, { message: "your role does not include this" });
  }
  if (!beforeSecondFactor && lacksSecondFactor(signedIn)) {
    throw new Refusal("set up a second factor first", { key: "secondFactorMissing" });
  }
  return signedIn;
}

/** Refuses a page that was rendered for somebody else, whose tab outlived their session (rules/authority.md#identity-4). */
function assertViewer(request: Request, user: SessionUser): void {
  const viewer = request.headers.get(viewerHeader);
  // Public pages name no viewer, nor do pages of the previous release.
  if (viewer === null || viewer === nameViewer(user)) return;
  const { name, partner } = user;
  throw new Refused(409, {
    message: "this page was made for another account: load it again",
    key: "otherViewer",
    values: { viewer: partner === null ? name : `${name} (${partner.name})` },
  });
}

/** Reads the language and the time zone of a page, as lib/platform/i18n/request.ts does. */
export function readReader({ headers }: Request): Reader {
  const [language, timeZone] = [languageCookie, timeZoneCookie].map((name) => readCookie(headers.get("cookie"), name));
  // Pages encode the zone's slash.
  const zone = new URLSearchParams(`zone=${timeZone ?? ""}`).get("zone") ?? "";
  return { language: chooseLanguage(language, headers.get("accept-language")), timeZone: chooseTimeZone(zone) };
}

function readCookie(header: string | null, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Reports a refused request to support, by user where signed in and by path otherwise. */
function reportRefused(kind: SecurityKind, request: Request, userId?: string): void {
  const { path } = readTarget(request.url);
  recordSecurityEvent({
    kind,
    subject: userId ?? path,
    address: clientAddress(request.headers),
    detail: `${request.method} ${path}`,
    at: currentTime(),
  });
}

/** The security event of a failed proof of identity, by the key of its refusal. */
const wrongProofs: Readonly<Record<string, SecurityKind>> = {
  linkSpent: "signInFailed",
  passkeyRefused: "signInFailed",
  tooManyAttempts: "signInLocked",
  wrongCode: "signInFailed",
  wrongPassword: "signInFailed",
};

/** Returns the error details for a page. Reports a failed proof of identity to support; logs unexpected errors, and hides them. */
export function refuse(request: Request, error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof z.ZodError) return refuseInput(error);
  if (error instanceof Refusal) {
    const { message, key, values } = error;
    const kind = wrongProofs[key];
    if (kind !== undefined) reportRefused(kind, request, error.userId);
    return new Refused(statusOf(error), { message, key, values });
  }
  if (error instanceof ApiError && error.entry.status < 500) {
    return new Refused(isNotFoundError(error) ? 404 : error.entry.status, { message: error.message, errorCode: error.entry.code });
  }
  const executionId = newId("exec");
  log.error({ executionId, path: readTarget(request.url).path, error }, "a request of the portal failed");
  if (isRetryable(error)) {
    return new Refused(503, { message: `the service cannot answer at the moment (${executionId})`, key: "unavailable" });
  }
  return new Refused(500, { message: `something went wrong on our side (${executionId})`, key: "internal", values: { executionId } });
}

function refuseInput(error: z.ZodError): Refused {
  const faults = error.issues.map((issue) => [issue.path.join("."), issue.message] as const);
  return new Refused(422, {
    message: faults.map(([field, message]) => (field === "" ? message : `${field}: ${message}`)).join("; "),
    // Only the first fault of each field, since later ones often follow from it.
    fields: Object.fromEntries(faults.toReversed()),
  });
}

function statusOf(refusal: Refusal): number {
  if (refusal instanceof NotFound) return 404;
  return refusal instanceof AuthenticationStale || refusal.key === "secondFactorMissing" ? 403 : 409;
}

/** The headers of every answer to a page. */
export const portalHeaders = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** Errors that the API answers with 400; the portal answers 404. */
const notFoundErrors: readonly ErrorName[] = [
  "CATALOGUE_PRODUCT_NOT_FOUND",
  "CLAIM_NOT_FOUND",
  "CONTRACT_NOT_FOUND",
  "DOCUMENT_NOT_FOUND",
  "RENEWAL_NOT_FOUND",
  "RENTER_UNKNOWN",
  "STATEMENT_NOT_FOUND",
];

/** True if the subject of a verb does not exist or belongs to another partner. */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof NotFound || (error instanceof ApiError && notFoundErrors.includes(error.errorName));
}
