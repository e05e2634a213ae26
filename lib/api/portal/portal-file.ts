import type { z } from "zod";
import { asPage } from "#db/deadline.ts";
import { consoleContext, partnerContext } from "#lib/account/users/contexts.ts";
import type { ConsoleContext, PartnerContext } from "#lib/account/users/contexts.ts";
import { restrict } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import type { PartnerAudience, StaffAudience } from "#lib/account/users/rules/authority.ts";
import { retryAfter, startDeadline, withLongDeadline } from "#lib/api/deadline.ts";
import { answerFile } from "#lib/api/file.ts";
import type { ServedFile } from "#lib/api/file.ts";
import type { RouteContext } from "#lib/api/handle.ts";
import { parseJson, readText } from "#lib/api/parse.ts";
import { admit, assertFromOurPage, portalHeaders, readReader, readersOf, HttpError, toHttpError } from "#lib/api/portal/portal.ts";
import { readRequestDetails } from "#lib/api/request.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Reader } from "#lib/platform/i18n/locales.ts";

type FileAudience = PartnerAudience | StaffAudience;

interface FileDeclaration<For extends FileAudience, Params extends z.ZodObject, Body extends z.ZodType> {
  /** The audience that may have the file. */
  for: For;
  params: Params;
  body?: Body;
  /** True if it may take longer than the deadline of a request. */
  isLong?: true;
}

export type FileHandler = ((request: Request, route: RouteContext) => Promise<Response>) & { audience: FileAudience };

/** A route that answers a page with a file, admitted as a procedure is. Refused with `{error: {message, key?, values?, fields?}}`. */
export function portalFile<For extends FileAudience, Params extends z.ZodObject, Body extends z.ZodType>(
  { for: audience, params, body, isLong }: FileDeclaration<For, Params, Body>,
  open: (ctx: ContextOf[For], params: z.output<Params>, body: z.output<Body>, reader: Reader) => Promise<ServedFile>,
): FileHandler {
  const handler = async (request: Request, route: RouteContext): Promise<Response> => {
    const inTime = startDeadline(request.signal);
    try {
      assertFromOurPage(request);
      const given = await route.params;
      const ctx = await inTime(() => makeContext(request, audience, given["environment"]));
      const named = params.parse(given);
      const input = body?.parse(parseJson(await readText(request), "application/json") ?? {}) as z.output<Body>;
      const read = async () => {
        asPage(readersOf(ctx));
        return open(restrict(audience, ctx), named, input, readReader(request));
      };
      return answerFile(await (isLong ? withLongDeadline : inTime)(read));
    } catch (error) {
      return answerHttpError(toHttpError(request, error));
    }
  };
  return Object.assign(handler, { audience });
}

async function makeContext(request: Request, audience: FileAudience, name: unknown): Promise<PartnerContext | ConsoleContext> {
  const signedIn = await admit(request, audience, false);
  const requestDetails = readRequestDetails(request.headers);
  if (signedIn.user.partner === null) return consoleContext(signedIn, requestDetails);
  const environment = environments.find((one) => one === name);
  if (environment === undefined) throw new HttpError(404, { message: "there is no such environment" });
  return partnerContext(signedIn, environment, requestDetails);
}

/** The answer to a request that is refused before it reaches a procedure, or to one for a file. */
export function answerHttpError({ status, error }: HttpError): Response {
  return Response.json({ error }, { status, headers: { ...portalHeaders, ...(status === 503 && retryAfter) } });
}
