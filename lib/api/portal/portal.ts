import { z } from "zod";
import { ClientGone } from "#db/deadline.ts";
import { recordSecurityEvent } from "#lib/account/security-events/note.ts";
import type { SecurityKind } from "#lib/account/security-events/schema.ts";
import { sessionCookie } from "#lib/account/users/cookies.ts";
import { lacksSecondFactor } from "#lib/account/users/guards.ts";
import { pollHeader } from "#lib/account/users/poll-header.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import type { Audience } from "#lib/account/users/rules/authority.ts";
import type { SessionUser, SignedIn } from "#lib/account/users/schema.ts";
import { findSession } from "#lib/account/users/sessions.ts";
import { nameViewer, viewerHeader } from "#lib/account/users/viewer.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { clientGone, isRetryable } from "#lib/api/deadline.ts";
import { clientAddress, isFromOurPage, readRequestDetails, readTarget } from "#lib/api/request.ts";
import { env } from "#lib/platform/env.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { AuthenticationStale, NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { chooseLanguage, chooseTimeZone, languageCookie, timeZoneCookie } from "#lib/platform/i18n/locales.ts";
import type { Reader } from "#lib/platform/i18n/locales.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** Error details sent to a page. `key` names the translation and `values` fill it; `fields` holds an error per field. */
export interface ErrorDetails {
  message: string;
  key?: string;
  values?: Record<string, string | number>;
  fields?: Record<string, string>;
  /** The number of an API error. */
  errorCode?: number;
}

/** An error with the HTTP status that answers it. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: number;
  readonly error: ErrorDetails;

  constructor(status: number, error: ErrorDetails, options?: ErrorOptions) {
    super(error.message, options);
    this.status = status;
    this.error = error;
  }
}

/** Refuses a write that no page of ours sent, and reports it to support. */
export function assertFromOurPage(request: Request): void {
  if (request.method === "GET" || isFromOurPage(request.headers, env.BASE_URL)) return;
  reportSecurityEvent("csrfRefused", request);
  throw new HttpError(403, { message: "this can be asked by a page of Covergate only" });
}

/**
 * Finds who asks. Refused without a session (401), from a page of another viewer (409), in another role (403, reported to support) or, unless
 * `beforeSecondFactor`, without the second factor that the role needs (403).
 */
export async function admit(request: Request, audience: Audience, beforeSecondFactor: boolean): Promise<SignedIn> {
  const isPoll = request.method === "GET" && request.headers.has(pollHeader);
  const token = readCookie(request.headers.get("cookie"), sessionCookie);
  const signedIn = await findSession(token, { ...readRequestDetails(request.headers), isPoll });
  if (signedIn === undefined) throw new HttpError(401, { message: "sign in to go on" });
  assertViewer(request, signedIn.user);
  if (!isAmong(audience, signedIn.user.role)) {
    reportSecurityEvent("pageForbidden", request, signedIn.user.id);
    throw new HttpError(403, { message: "your role does not include this" });
  }
  if (!beforeSecondFactor && lacksSecondFactor(signedIn)) {
    throw new UserError("set up a second factor first", { key: "secondFactorMissing" });
  }
  return signedIn;
}

/** Refuses a page that was rendered for somebody else, whose tab outlived their session (rules/authority.md#identity-4). */
function assertViewer(request: Request, user: SessionUser): void {
  const viewer = request.headers.get(viewerHeader);
  // Public pages name no viewer, nor do pages of the previous release.
  if (viewer === null || viewer === nameViewer(user)) return;
  const { name, partner } = user;
  throw new HttpError(409, {
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
function reportSecurityEvent(kind: SecurityKind, request: Request, userId?: string): void {
  const { path } = readTarget(request.url);
  recordSecurityEvent({
    kind,
    subject: userId ?? path,
    address: clientAddress(request.headers),
    detail: `${request.method} ${path}`,
    at: currentTime(),
  });
}

/** The security event of a failed proof of identity, by the key of its error. */
const wrongProofs: Readonly<Record<string, SecurityKind>> = {
  linkSpent: "signInFailed",
  passkeyRefused: "signInFailed",
  tooManyAttempts: "signInLocked",
  wrongCode: "signInFailed",
  wrongPassword: "signInFailed",
};

/** Returns the error details for a page. Reports a failed proof of identity to support; logs unexpected errors, and hides them. */
export function toHttpError(request: Request, error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof z.ZodError) return inputError(error);
  if (error instanceof UserError) {
    const { message, key, values } = error;
    const kind = wrongProofs[key];
    if (kind !== undefined) reportSecurityEvent(kind, request, error.userId);
    return new HttpError(statusOf(error), { message, key, values });
  }
  if (error instanceof ApiError && error.entry.status < 500) {
    return new HttpError(isNotFoundError(error) ? 404 : error.entry.status, { message: error.message, errorCode: error.entry.code });
  }
  if (error instanceof ClientGone) return new HttpError(clientGone, { message: error.message });
  const executionId = newId("exec");
  log.error({ executionId, path: readTarget(request.url).path, error }, "a request of the portal failed");
  if (isRetryable(error)) {
    return new HttpError(503, { message: `the service cannot answer at the moment (${executionId})`, key: "unavailable" });
  }
  return new HttpError(500, { message: `something went wrong on our side (${executionId})`, key: "internal", values: { executionId } });
}

function inputError(error: z.ZodError): HttpError {
  const errors = error.issues.map((issue) => [issue.path.join("."), issue.message] as const);
  return new HttpError(422, {
    message: errors.map(([field, message]) => (field === "" ? message : `${field}: ${message}`)).join("; "),
    // Only the first error of each field, since later ones often follow from it.
    fields: Object.fromEntries(errors.toReversed()),
  });
}

function statusOf(error: UserError): number {
  if (error instanceof NotFound) return 404;
  return error instanceof AuthenticationStale || error.key === "secondFactorMissing" ? 403 : 409;
}

/** The names whose page reads take turns (db/driver.ts): a person and a world. */
export function readersOf({ user, world }: { user: SessionUser; world?: World | undefined }): string[] {
  return [`person ${user.id}`, ...(world === undefined ? [] : [`world ${world.id}`])];
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
