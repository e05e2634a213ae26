import { z } from "zod";
import { currentTime } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import { ApiError } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import { isRetryable, retryAfter, startDeadline } from "#lib/http/deadline.ts";
import { answerFile, isFile } from "#lib/http/file.ts";
import type { RouteContext } from "#lib/http/handle.ts";
import { readOccasion } from "#lib/http/occasion.ts";
import { parseJson, readText } from "#lib/http/parse.ts";
import { clientAddress, isFromOurPage, readTarget } from "#lib/http/request.ts";
import { newId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { environments } from "#lib/partners/schema.ts";
import { AuthenticationStale, NotFound, Refusal } from "#lib/refusal.ts";
import { recordSecurityEvent } from "#lib/security/note.ts";
import type { SecurityKind } from "#lib/security/schema.ts";
import { consoleContext, partnerContext, personContext } from "#lib/users/contexts.ts";
import type { BrowserOccasion, ConsoleContext, Occasion, PartnerContext, PersonContext } from "#lib/users/contexts.ts";
import { sessionCookie } from "#lib/users/cookies.ts";
import { lacksSecondFactor } from "#lib/users/guards.ts";
import { pollHeader } from "#lib/users/poll-header.ts";
import { isAmong } from "#lib/users/rules/audience.ts";
import type { Audience, PartnerAudience, StaffAudience } from "#lib/users/rules/audience.ts";
import type { SignedIn } from "#lib/users/schema.ts";
import { findSession } from "#lib/users/sessions.ts";

type Shape = z.ZodObject;

export interface PortalDeclaration<
  For extends Audience | "anyone" = Audience | "anyone",
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends z.ZodType = z.ZodType,
> {
  /** Who may call it; `anyone` needs no session. */
  for: For;
  params?: Params;
  query?: Query;
  body?: Body;
  /** True where users may call it before they set up a required second factor. */
  beforeSecondFactor?: boolean;
}

type ContextFor<For extends Audience | "anyone"> = For extends PartnerAudience
  ? PartnerContext
  : For extends StaffAudience
    ? ConsoleContext
    : For extends "signedIn"
      ? PersonContext
      : BrowserOccasion;

interface Input<Params extends Shape, Query extends Shape, Body extends z.ZodType> {
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
}

export type PortalHandler<Promised extends PromisedTypes = PromisedTypes> = ((
  request: Request,
  route: RouteContext,
) => Promise<Response>) & {
  declaration: PortalDeclaration;
  /** Never set: carries the types that the client of the pages infers (components/portal/api.ts). */
  promised?: Promised;
};

export interface PromisedTypes {
  query: unknown;
  body: unknown;
  data: unknown;
}

/** A refusal by the pipeline, before the verb. */
class Refused extends Error {
  readonly status: number;
  readonly fields: Record<string, string> | undefined;

  constructor(status: number, message: string, fields?: Record<string, string>) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/**
 * The pipeline around a verb for the portal's pages: session → same origin → permission → parse → run → envelope. Answers `{data}` or a
 * file, or `{error: {message, key?, values?, fields?}}`, where `key` is the translation of a Refusal.
 */
export function portalRoute<For extends Audience | "anyone", Params extends Shape, Query extends Shape, Body extends z.ZodType, Data>(
  declaration: PortalDeclaration<For, Params, Query, Body>,
  run: (ctx: ContextFor<For>, input: Input<Params, Query, Body>) => Promise<Data>,
): PortalHandler<{ query: z.output<Query>; body: z.input<Body>; data: Data }> {
  const published = declaration as unknown as PortalDeclaration;
  const handler = async (request: Request, route: RouteContext): Promise<Response> => {
    const inTime = startDeadline();
    try {
      const isChange = request.method !== "GET" && request.method !== "HEAD";
      if (isChange && !isFromOurPage(request.headers, env.BASE_URL)) {
        reportRefused("csrfRefused", request);
        throw new Refused(403, "this can be asked by a page of Covergate only");
      }
      const given = await route.params;
      const ctx = await inTime(() => makeContext(published, request, given));
      const input = await parse(published, request, given);
      const data = await inTime(() => run(ctx as ContextFor<For>, input));
      return isFile(data) ? answerFile(data) : answer(200, { data: data ?? null });
    } catch (error) {
      return refuse(request, error);
    }
  };
  return Object.assign(handler, { declaration: published });
}

async function makeContext(
  { for: audience, beforeSecondFactor = false }: PortalDeclaration,
  request: Request,
  given: Awaited<RouteContext["params"]>,
): Promise<Occasion> {
  const occasion = readOccasion(request.headers);
  if (audience === "anyone") return occasion;
  const found = await findSignedIn(request, occasion);
  const { user } = found;
  if (!isAmong(audience, user.role)) {
    reportRefused("pageForbidden", request, user.id);
    throw new Refused(403, "your role does not include this");
  }
  if (!beforeSecondFactor && lacksSecondFactor(found)) {
    throw new Refusal("set up a second factor first", { key: "secondFactorMissing" });
  }
  if (audience === "signedIn") return personContext(found, occasion);
  if (user.partner === null) return consoleContext(found, occasion);
  const environment = environments.find((name) => name === given["environment"]);
  if (environment === undefined) throw new Refused(404, "there is no such environment");
  return partnerContext(found, environment, occasion);
}

async function findSignedIn(request: Request, occasion: Occasion): Promise<SignedIn> {
  const isPoll = request.method === "GET" && request.headers.has(pollHeader);
  const found = await findSession(readCookie(request.headers.get("cookie"), sessionCookie), { ...occasion, isPoll });
  if (found === undefined) throw new Refused(401, "sign in to go on");
  return found;
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

function readCookie(header: string | null, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

async function parse(
  { params, query, body }: PortalDeclaration,
  request: Request,
  given: Awaited<RouteContext["params"]>,
): Promise<Input<Shape, Shape, z.ZodType>> {
  const { searchParams } = new URL(request.url);
  return {
    params: params === undefined ? {} : check(params, given),
    query: query === undefined ? {} : check(query, Object.fromEntries(searchParams)),
    body: body === undefined ? undefined : check(body, parseJson(await readText(request), "application/json") ?? {}),
  };
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusedBy(result.error);
}

function refusedBy(error: z.ZodError): Refused {
  const faults = error.issues.map((issue) => [issue.path.join("."), issue.message] as const);
  // Only the first fault of each field, since later ones often follow from it.
  return new Refused(
    422,
    faults.map(([field, message]) => (field === "" ? message : `${field}: ${message}`)).join("; "),
    Object.fromEntries(faults.toReversed()),
  );
}

/** The security event of a failed proof of identity, by the key of its refusal. */
const wrongProofs: Readonly<Record<string, SecurityKind>> = {
  linkSpent: "signInFailed",
  passkeyRefused: "signInFailed",
  tooManyAttempts: "signInLocked",
  wrongCode: "signInFailed",
  wrongPassword: "signInFailed",
};

function refuse(request: Request, error: unknown): Response {
  if (error instanceof Refused) {
    return answer(error.status, { error: { message: error.message, ...(error.fields && { fields: error.fields }) } });
  }
  if (error instanceof z.ZodError) return refuse(request, refusedBy(error));
  if (error instanceof Refusal) {
    const { message, key, values } = error;
    const kind = wrongProofs[key ?? ""];
    if (kind !== undefined) reportRefused(kind, request);
    return answer(statusOf(error), { error: { message, ...(key !== undefined && { key, values }) } });
  }
  if (error instanceof ApiError && error.entry.status < 500) {
    return answer(isNotFoundError(error) ? 404 : error.entry.status, { error: { message: error.message, code: error.entry.code } });
  }
  const executionId = newId("exec");
  log.error({ executionId, path: new URL(request.url).pathname, error }, "a request of the portal failed");
  if (isRetryable(error)) {
    return answer(503, { error: { message: `the service cannot answer at the moment (${executionId})`, key: "unavailable" } }, retryAfter);
  }
  return answer(500, { error: { message: `something went wrong on our side (${executionId})`, key: "internal", values: { executionId } } });
}

function statusOf(refusal: Refusal): number {
  if (refusal instanceof NotFound) return 404;
  return refusal instanceof AuthenticationStale || refusal.key === "secondFactorMissing" ? 403 : 409;
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, "cache-control": "no-store", "x-content-type-options": "nosniff" } });
}

/** Errors that the API answers with 400; the portal answers 404. */
const notFoundErrors: readonly ErrorName[] = [
  "CATALOGUE_PRODUCT_NOT_FOUND",
  "CLAIM_NOT_FOUND",
  "CONTRACT_NOT_FOUND",
  "DOCUMENT_NOT_FOUND",
  "RENEWAL_NOT_FOUND",
  "RENTER_UNKNOWN",
];

/** True where the subject of a verb does not exist or belongs to another partner. */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof NotFound || (error instanceof ApiError && notFoundErrors.includes(error.errorName));
}
