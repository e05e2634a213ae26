import { currentTime } from "#lib/clock.ts";
import { ApiError } from "#lib/errors.ts";
import { answerHeaders } from "#lib/http/answer.ts";
import { errorBody } from "#lib/http/envelope.ts";
import { isJson, parseJson, readText } from "#lib/http/parse.ts";
import { clientAddress, readTarget } from "#lib/http/request.ts";
import { newId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { recordSecurityEvent, unknownSubject } from "#lib/security/note.ts";
import type { SecurityKind } from "#lib/security/schema.ts";

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
}

/** Protects the sign-in library, which throws or logs on unexpected input. Any other failure becomes one log line. */
export function guardSignIn(handler: Handler, settings: GuardSettings): Handler {
  return async (request, context) => {
    try {
      const { nextauth = [] } = (await context.params) as { nextauth?: string[] };
      assertKnown(request.method, nextauth);
      for (const [name, value] of new URL(request.url).searchParams) assertReadable(name, value, settings);
      assertReadable("callbackUrl", readCookie(request, settings.returnCookie), settings);
      await assertObject(request);
      const copy = request.clone();
      const response = await handler(request, context);
      if (request.method === "POST") await reportOutcome(copy, response.clone(), settings);
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
  // The library looks for this substring anywhere.
  if (!isJson(type) && !type.includes("application/json")) return;
  const value = parseJson(text === "" ? "null" : text, "application/json");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ApiError("MALFORMED_REQUEST", "the body must be an object");
  }
}

/** The security event of a refusal by the library. */
const kinds: Readonly<Record<string, SecurityKind>> = {
  CredentialsSignin: "signInFailed",
  TooManyAttempts: "signInLocked",
  csrf: "csrfRefused",
};

/** Reports a refusal, which the library names in the address of its redirect. */
async function reportOutcome(request: Request, response: Response, { baseUrl }: GuardSettings): Promise<void> {
  const answered = response.headers.get("location") ?? ((await response.json().catch(() => null)) as { url?: unknown } | null)?.url;
  if (typeof answered !== "string" || !URL.canParse(answered, baseUrl)) return;
  const { searchParams } = new URL(answered, baseUrl);
  const kind = kinds[searchParams.get("csrf") === "true" ? "csrf" : (searchParams.get("error") ?? "")];
  if (kind === undefined) return;
  const { path } = readTarget(request.url);
  const subject = kind === "csrfRefused" ? path : await readEmail(request);
  recordSecurityEvent({ kind, subject, address: clientAddress(request.headers), detail: `${request.method} ${path}`, at: currentTime() });
}

/** The typed e-mail address. A text without an @ may be a password in the wrong field, so it is not reported. */
async function readEmail(request: Request): Promise<string> {
  const text = await request.text();
  const isForm = !isJson(request.headers.get("content-type") ?? "");
  const email: unknown = isForm ? new URLSearchParams(text).get("email") : (JSON.parse(text) as { email?: unknown }).email;
  return typeof email === "string" && /^[^@\s]+@[^@\s]+$/.test(email) ? email.toLowerCase() : unknownSubject;
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
  // Removes the unreadable cookie, which the browser would send with every request.
  if (readCookie(request, returnCookie) !== "") {
    const secure = returnCookie.startsWith("__Host-") ? "; Secure" : "";
    headers.append("set-cookie", `${returnCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`);
  }
  return new Response(body, { status: known.entry.status, headers });
}
