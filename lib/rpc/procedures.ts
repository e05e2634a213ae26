import { callTRPCProcedure, initTRPC, TRPCError } from "@trpc/server";
import type { AnyTRPCRouter } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { z } from "zod";
import { asPage } from "#db/deadline.ts";
import { consoleContext, partnerContext, personContext } from "#lib/account/users/contexts.ts";
import type { BrowserDetails, ConsoleContext, PartnerContext, PersonContext } from "#lib/account/users/contexts.ts";
import { asAdministrator, asDeveloper, asHandler, asOwner, asSupport, asTeamOwner } from "#lib/account/users/roles.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import type { Audience, PartnerAudience, StaffAudience } from "#lib/account/users/rules/authority.ts";
import { clientGone, retryAfter, startDeadline } from "#lib/api/deadline.ts";
import { assertStorable, bodyLimit, parseJson, readText, unknownSenderLimit } from "#lib/api/parse.ts";
import { answerHttpError } from "#lib/api/portal/portal-file.ts";
import { admit, assertFromOurPage, portalHeaders, readersOf, HttpError, toHttpError } from "#lib/api/portal/portal.ts";
import { noteRequest, readRequestDetails } from "#lib/api/request.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { transformer } from "#lib/platform/time/dates.ts";

/** The declaration of each base below about its procedures; `anyone` needs no session. */
interface Meta {
  audience: Audience | "anyone";
}

export type PageContext = PersonContext | PartnerContext | ConsoleContext;

/** A request of the browser; or a page that the server renders, whose viewer is admitted already. */
interface Caller {
  request: Request;
  page: PageContext | undefined;
}

const t = initTRPC
  .context<Caller>()
  .meta<Meta>()
  .create({
    transformer,
    isDev: false,
    errorFormatter: ({ shape, error: { cause } }) => {
      if (!(cause instanceof HttpError)) return shape;
      const { message: _message, ...failure } = cause.error;
      return { ...shape, data: { ...shape.data, ...failure } };
    },
  });

export const router = t.router;

/** The address of the procedures; their one route file is below it. */
const endpoint = "/api/portal/trpc";

/** Gives a procedure one deadline in all, and turns its errors into those that a page may see. A change is made whether or not it is waited for. */
const bounded = t.procedure.use(async ({ ctx: { request, page }, path, type, next }) => {
  if (page !== undefined) {
    return startDeadline()(() => next({ ctx: { requestDetails: { ...page, now: realTimeOf(page) } as BrowserDetails } }));
  }
  noteRequest({ route: `${endpoint}/${path}` });
  const hangUp = type === "query" ? request.signal : undefined;
  try {
    return await startDeadline(hangUp)(async () => {
      const result = await next({ ctx: { requestDetails: readRequestDetails(request.headers) } });
      if (result.ok) return result;
      throw result.error;
    });
  } catch (error) {
    throw asTrpcError(toHttpError(request, error instanceof TRPCError ? (error.cause ?? error) : error));
  }
});

/** Reads the input: of a change here, since tRPC itself reads a body of any length. */
const reading = (limit: number) =>
  t.middleware(async ({ ctx: { request }, type, getRawInput, next }) => {
    const input = type === "mutation" ? parseJson(await readText(request, limit), null) : await readQuery(getRawInput);
    return next({ getRawInput: async () => input });
  });

async function readQuery(getRawInput: () => Promise<unknown>): Promise<unknown> {
  const input = await getRawInput().catch((error: unknown) => {
    throw new HttpError(400, { message: "the input is not JSON" }, { cause: error });
  });
  assertStorable(input);
  return input;
}

const admitted = (audience: Audience, beforeSecondFactor = false) =>
  bounded
    .meta({ audience })
    .use(async ({ ctx: { request, page }, type, next }) => {
      if (page !== undefined && !isAmong(audience, page.user.role)) {
        throw new TRPCError({ code: "FORBIDDEN", message: `this page is for more than ${audience}` });
      }
      const found = page ?? (await admit(request, audience, beforeSecondFactor));
      asPage(type === "query" ? readersOf(page ?? found) : []);
      return next({ ctx: { found } });
    })
    .concat(t.procedure.use(reading(bodyLimit)));

const ofPerson = (beforeSecondFactor: boolean) =>
  admitted("signedIn", beforeSecondFactor).use(({ ctx: { found: signedIn, requestDetails }, next }) =>
    next({ ctx: personContext(signedIn, requestDetails) }),
  );

const ofConsole = (audience: StaffAudience) =>
  admitted(audience).use(({ ctx: { found: signedIn, requestDetails }, next }) => next({ ctx: consoleContext(signedIn, requestDetails) }));

/** People and sessions follow real time, not the sandbox clock of the page's world. */
const realTimeOf = (page: PageContext): Date => ("realTime" in page ? page.realTime : page.now);

function within(page: PageContext, environment: Environment): PartnerContext {
  if ("world" in page && page.world.environment === environment) return page;
  throw new TRPCError({ code: "FORBIDDEN", message: `this page is not of the ${environment} environment` });
}

/** Every input names an environment, which gives the context its world. Neither the procedure's own schema nor its verb sees it. */
const ofWorld = (audience: PartnerAudience) =>
  admitted(audience)
    .input(z.object({ environment: z.enum(environments) }))
    .use(async ({ ctx: { found: signedIn, page, requestDetails }, input: { environment }, next }) =>
      next({
        ctx: page === undefined ? await partnerContext(signedIn, environment, requestDetails) : within(page, environment),
        input: undefined,
      }),
    )
    .use(async ({ ctx, type, getRawInput, next }) => {
      if (type === "query") asPage(readersOf(ctx));
      const { environment: _environment, ...rest } = (await getRawInput()) as Record<string, unknown>;
      return next({ getRawInput: async () => rest });
    });

export const anyone = bounded.meta({ audience: "anyone" }).use(reading(unknownSenderLimit));
export const person = ofPerson(false);
/** Procedures of signed-in people, including those who have yet to set up the second factor that their role needs. */
export const personBeforeSecondFactor = ofPerson(true);
export const partner = ofWorld("partner");
/** Procedures of contracts, claims and statements. */
export const member = ofWorld("member");
/** Procedures of the developer space. */
export const developer = ofWorld("developer").use(({ ctx, next }) => next({ ctx: asDeveloper(ctx) }));
export const owner = ofWorld("owner").use(({ ctx, next }) => next({ ctx: asOwner(ctx) }));
/** Procedures of owners who manage the people of their partner, in both environments. */
export const team = admitted("owner").use(({ ctx: { found, requestDetails }, next }) =>
  next({ ctx: asTeamOwner(personContext(found, requestDetails)) }),
);
export const staff = ofConsole("staff");
export const administrator = ofConsole("administrator").use(({ ctx, next }) => next({ ctx: asAdministrator(ctx) }));
export const support = ofConsole("support").use(({ ctx, next }) => next({ ctx: asSupport(ctx) }));
export const handler = ofConsole("handler").use(({ ctx, next }) => next({ ctx: asHandler(ctx) }));

const codes = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  [clientGone]: "CLIENT_CLOSED_REQUEST",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
} as const satisfies Record<number, TRPCError["code"]>;

function asTrpcError(refused: HttpError): TRPCError {
  const code = Object.entries(codes).find(([status]) => Number(status) === refused.status)?.[1] ?? "BAD_REQUEST";
  return new TRPCError({ code, message: refused.message, cause: refused });
}

/** Answers a query of a page. The page's viewer and world are not read again, and errors stay as they are thrown. */
export async function answerPage(procedures: AnyTRPCRouter, page: PageContext, path: string, input: unknown): Promise<unknown> {
  const call = {
    router: procedures,
    path,
    getRawInput: async () => input,
    ctx: { page },
    type: "query",
    signal: undefined,
    batchIndex: 0,
  } as const;
  return callTRPCProcedure(call).catch((error: unknown) => {
    throw error instanceof TRPCError ? (error.cause ?? error) : error;
  });
}

/** Returns the handler of the route of all procedures. A query is a GET; a mutation is a POST from a page of ours. */
export function answerWith(procedures: AnyTRPCRouter): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      assertFromOurPage(request);
      return await fetchRequestHandler({
        endpoint,
        req: request,
        router: procedures,
        allowBatching: false,
        createContext: () => ({ request, page: undefined }),
        responseMeta: ({ errors }) => ({
          headers: { ...portalHeaders, ...(errors.some(({ code }) => code === codes[503]) && retryAfter) },
        }),
      });
    } catch (error) {
      return answerHttpError(toHttpError(request, error));
    }
  };
}
