import { ApiError } from "#lib/errors.ts";
import { answerHeaders } from "#lib/http/answer.ts";
import { errorBody } from "#lib/http/envelope.ts";
import { isJson, parseJson, readText } from "#lib/http/parse.ts";
import { newId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}
type Handler = (request: Request, context: RouteContext) => Promise<Response>;

/** What of the sign-in library is used, with the methods of each. Its logging route is not: nobody writes into our log without a session. */
const actions: Readonly<Record<string, readonly string[]>> = {
  csrf: ["GET"],
  session: ["GET"],
  providers: ["GET"],
  error: ["GET"],
  signin: ["GET", "POST"],
  signout: ["GET", "POST"],
  callback: ["GET", "POST"],
};
/** An action, and of whom. */
const maxParts = 2;

export interface GuardSettings {
  baseUrl: string;
  /** The cookie in which the library keeps where to go after signing in. */
  returnCookie: string;
  /** Told of requests without the token that proves that they come from a page of ours. */
  onForgery(request: Request): void;
}

/**
 * Stands before the sign-in library, which fails at what it does not expect, or logs what anybody sends: lets through what the library is
 * used for, where it can be read, and refuses everything else. Whatever fails all the same is told in one line.
 */
export function guardSignIn(handler: Handler, settings: GuardSettings): Handler {
  return async (request, context) => {
    try {
      const { nextauth = [] } = (await context.params) as { nextauth?: string[] };
      assertKnown(request.method, nextauth);
      for (const [name, value] of new URL(request.url).searchParams) assertReadable(name, value, settings);
      assertReadable("callbackUrl", readCookie(request, settings.returnCookie), settings);
      await assertObject(request);
      const response = await handler(request, context);
      if (isForgery(response, settings)) settings.onForgery(request);
      return response;
    } catch (error) {
      return refuse(request, settings, error);
    }
  };
}

function assertKnown(method: string, [action = "", ...parts]: string[]): void {
  const methods = parts.length < maxParts && Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (methods === undefined) throw new ApiError("UNKNOWN_PATH");
  // A password is never part of an address.
  const allowed = action === "callback" && parts[0] === "credentials" ? ["POST"] : methods;
  if (!allowed.includes(method === "HEAD" ? "GET" : method)) throw new ApiError("METHOD_NOT_ALLOWED", `allowed: ${allowed.join(", ")}`);
}

/** Refuses what the library would put into a header that it is no part of, or take for an address that is none. */
function assertReadable(name: string, value: string, { baseUrl }: GuardSettings): void {
  const isText = /^[\x20-\x7e]{0,2000}$/.test(value);
  const base = value.startsWith("/") ? baseUrl : undefined;
  const isAddress =
    name !== "callbackUrl" || value === "" || (URL.canParse(value, base) && /^https?:$/.test(new URL(value, base).protocol));
  if (!isText || !isAddress) throw new ApiError("MALFORMED_REQUEST", `${isText ? "callbackUrl" : "the query"} cannot be read`);
}

async function assertObject(request: Request): Promise<void> {
  if (request.method !== "POST") return;
  const text = await readText(request.clone());
  const type = request.headers.get("content-type") ?? "";
  // The library looks for these words anywhere.
  if (!isJson(type) && !type.includes("application/json")) return;
  const value = parseJson(text === "" ? "null" : text, "application/json");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ApiError("MALFORMED_REQUEST", "the body must be an object");
  }
}

function isForgery(response: Response, { baseUrl }: GuardSettings): boolean {
  const location = response.headers.get("location") ?? "/";
  return URL.canParse(location, baseUrl) && new URL(location, baseUrl).searchParams.get("csrf") === "true";
}

function readCookie(request: Request, name: string): string {
  const cookies = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const value = cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function refuse(request: Request, { returnCookie }: GuardSettings, error: unknown): Response {
  const executionId = newId("exec");
  const known = error instanceof ApiError ? error : new ApiError("INTERNAL_ERROR", undefined, { cause: error });
  if (known.entry.status >= 500) log.error({ executionId, path: new URL(request.url).pathname, error }, "a sign-in request failed");
  const body = JSON.stringify(errorBody("contract", known.entry, known.message, executionId));
  const headers = new Headers(answerHeaders(executionId));
  // One that cannot be read would be sent with every request.
  if (readCookie(request, returnCookie) !== "") {
    const secure = returnCookie.startsWith("__Host-") ? "; Secure" : "";
    headers.append("set-cookie", `${returnCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`);
  }
  return new Response(body, { status: known.entry.status, headers });
}
