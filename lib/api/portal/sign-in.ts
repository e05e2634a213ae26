import { recordSecurityEvent, unknownSubject } from "#lib/account/security-events/note.ts";
import type { SecurityKind } from "#lib/account/security-events/schema.ts";
import { answerHeaders } from "#lib/api/answer.ts";
import { isRetryable, retryAfter, startDeadline } from "#lib/api/deadline.ts";
import { errorBody } from "#lib/api/envelope.ts";
import { readText, unknownSenderLimit } from "#lib/api/parse.ts";
import { clientAddress, readTarget } from "#lib/api/request.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log/log.ts";
import { printable } from "#lib/platform/text/characters.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}
type Handler = (request: Request, context: RouteContext) => Promise<Response>;

/** The actions of the sign-in library that are used. Its logging route is not among them, since it would let anyone write into our log. */
const actions: Readonly<Record<string, readonly string[]>> = {
  csrf: ["GET"],
  session: ["GET"],
  providers: ["GET"],
  error: ["GET"],
  signin: ["GET", "POST"],
  signout: ["GET", "POST"],
  callback: ["GET", "POST"],
};
const maxParts = 2;

export interface GuardSettings {
  baseUrl: string;
  /** The cookie in which the library keeps the address to return to. */
  returnCookie: string;
  /** The same request with this body, of the kind that the library reads. */
  withBody: (request: Request, body: string) => Request;
}

/** A body, read once: the text, and its fields as the library will read them. */
interface SignInBody {
  text: string;
  fields: Readonly<Record<string, unknown>>;
}

/** Protects the sign-in library, which throws, logs or waits on unexpected input. Any other failure becomes one log line. */
export function guardSignIn(handler: Handler, settings: GuardSettings): Handler {
  return async (request, context) => {
    try {
      const { nextauth = [] } = (await context.params) as { nextauth?: string[] };
      assertKnown(request.method, nextauth);
      for (const [name, value] of new URL(request.url).searchParams) assertReadable(name, value, settings);
      assertReadable("callbackUrl", readCookie(request, settings.returnCookie), settings);
      const inTime = startDeadline();
      if (request.method !== "POST") return await inTime(() => handler(request, context));
      const body = await readBody(request);
      assertReadable("callbackUrl", body.fields["callbackUrl"] ?? "", settings);
      const response = await inTime(() => handler(settings.withBody(request, body.text), context));
      await reportOutcome(request, { body, answer: response.clone() }, settings);
      return response;
    } catch (error) {
      return refuse(request, settings, error);
    }
  };
}

function assertKnown(method: string, [action = "", ...parts]: string[]): void {
  const methods = parts.length < maxParts && Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (methods === undefined) throw new ApiError("UNKNOWN_PATH");
  // A password must never be part of an address.
  const allowed = action === "callback" && parts[0] === "credentials" ? ["POST"] : methods;
  if (!allowed.includes(method === "HEAD" ? "GET" : method)) throw new ApiError("METHOD_NOT_ALLOWED", `allowed: ${allowed.join(", ")}`);
}

/** Refuses a query that is unsafe in a header, and a `callbackUrl` that is not a URL. */
function assertReadable(name: string, value: unknown, { baseUrl }: GuardSettings): void {
  const text = typeof value === "string" && /^[\x20-\x7e]{0,2000}$/.test(value) ? value : undefined;
  if (text !== undefined && (name !== "callbackUrl" || text === "" || isAddress(text, baseUrl))) return;
  throw new ApiError("MALFORMED_REQUEST", `${name === "callbackUrl" ? name : "the query"} cannot be read`);
}

function isAddress(text: string, baseUrl: string): boolean {
  const base = text.startsWith("/") ? baseUrl : undefined;
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
}

/** Reads the body by the rules of the library, which looks for these words anywhere in the content type. */
async function readBody(request: Request): Promise<SignInBody> {
  const text = await readText(request, unknownSenderLimit);
  const type = request.headers.get("content-type") ?? "";
  if (type.includes("application/json")) return { text, fields: parseObject(text) };
  return { text, fields: type.includes("application/x-www-form-urlencoded") ? Object.fromEntries(new URLSearchParams(text)) : {} };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new ApiError("MALFORMED_REQUEST", "the body must be a JSON object");
}

/** The security event of an error of the library. */
const kinds: Readonly<Record<string, SecurityKind>> = {
  CredentialsSignin: "signInFailed",
  TooManyAttempts: "signInLocked",
  csrf: "csrfRefused",
};

/** Reports an error, which the library names in the address of its redirect. */
async function reportOutcome(
  request: Request,
  { body, answer }: { body: SignInBody; answer: Response },
  { baseUrl }: GuardSettings,
): Promise<void> {
  const answered = answer.headers.get("location") ?? ((await answer.json().catch(() => null)) as { url?: unknown } | null)?.url;
  if (typeof answered !== "string" || !URL.canParse(answered, baseUrl)) return;
  const { searchParams } = new URL(answered, baseUrl);
  const kind = kinds[searchParams.get("csrf") === "true" ? "csrf" : (searchParams.get("error") ?? "")];
  if (kind === undefined) return;
  const { path } = readTarget(request.url);
  const subject = kind === "csrfRefused" ? path : readEmail(body);
  recordSecurityEvent({ kind, subject, address: clientAddress(request.headers), detail: `${request.method} ${path}`, at: currentTime() });
}

/** The typed e-mail address. A text without an @ may be a password in the wrong field, so it is not reported. */
function readEmail({ fields: { email } }: SignInBody): string {
  return typeof email === "string" && printable.test(email) && /^[^@\s]+@[^@\s]+$/.test(email) ? email.toLowerCase() : unknownSubject;
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
  const failure = isRetryable(error) ? "SERVICE_UNAVAILABLE" : "INTERNAL_ERROR";
  const apiError = error instanceof ApiError ? error : new ApiError(failure, undefined, { cause: error });
  if (apiError.entry.status >= 500) log.error({ executionId, path: new URL(request.url).pathname, error }, "a sign-in request failed");
  const body = JSON.stringify(errorBody("contract", apiError.entry, apiError, executionId));
  const headers = new Headers({ ...answerHeaders(executionId), ...(apiError.entry.status === 503 && retryAfter) });
  // Removes the unreadable cookie, which the browser would send with every request.
  if (readCookie(request, returnCookie) !== "") {
    const secure = returnCookie.startsWith("__Host-") ? "; Secure" : "";
    headers.append("set-cookie", `${returnCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`);
  }
  return new Response(body, { status: apiError.entry.status, headers });
}
