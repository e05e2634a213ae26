import { randomBytes } from "node:crypto";
import { isbot } from "isbot";
import { recordSecurityEvent, unknownSubject } from "#lib/account/security-events/note.ts";
import { compress } from "#lib/api/compress.ts";
import { isRetryable, retryAfter, startDeadline, withLongDeadline } from "#lib/api/deadline.ts";
import { answerFile } from "#lib/api/file.ts";
import type { ServedFile } from "#lib/api/file.ts";
import type { RouteContext } from "#lib/api/handle.ts";
import type { MethodHandler } from "#lib/api/methods.ts";
import { clientAddress } from "#lib/api/request.ts";
import { pageHeaders } from "#lib/api/security-headers.ts";
import { countUnknown } from "#lib/insurance/claim-links/create.ts";
import { findByToken, noteUse } from "#lib/insurance/claim-links/find.ts";
import { addressOf, framed, logoAddressOf, plainPage } from "#lib/insurance/claim-links/page/frame.ts";
import type { Markup, PageLink } from "#lib/insurance/claim-links/page/frame.ts";
import type { Texts } from "#lib/insurance/claim-links/page/texts-fr.ts";
import { textsIn } from "#lib/insurance/claim-links/page/texts.ts";
import { LinkEnded } from "#lib/insurance/claim-links/write.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { languages } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** The errors that the page shows to the insured. */
const fieldErrorNames = ["file", "size", "type", "meanwhile", "files", "unavailable", "other"] as const satisfies (keyof Texts["errors"])[];
type FieldErrorName = (typeof fieldErrorNames)[number];

/** The answer to a request by a link: a page, the address of the next page, an error, data for the page's script, or the logo. */
export type Reply =
  | { title: string; content: Markup; status?: number }
  | { next: string }
  | { error: FieldErrorName; status: number; headers?: Record<string, string> }
  | { data: object }
  | { file: ServedFile };

export interface LinkRequest {
  link: PageLink;
  request: Request;
  query: URLSearchParams;
  address: string;
}

/**
 * The pipeline around what the insured does by a link (rules/claim-links.md#open-1, #open-2): token → limit → run → page. No cookie, no key
 * and no session: the token in the address is all. It leaves nothing in the call log.
 */
export function serveClaimLink(
  method: "GET" | "POST",
  run: (linkRequest: LinkRequest) => Promise<Reply>,
  { isLong = false }: { isLong?: boolean } = {},
): MethodHandler {
  const handler = async (request: Request, route: RouteContext): Promise<Response> => {
    const nonce = randomBytes(16).toString("base64");
    const inTime = startDeadline();
    const address = route.ip ?? clientAddress(request.headers);
    let shown: PageLink | undefined;
    try {
      const { token } = await route.params;
      const realTime = currentTime();
      const link = typeof token === "string" ? await inTime(() => findByToken(token, realTime)) : undefined;
      if (link === undefined || typeof token !== "string") return await inTime(() => rejectToken(request, address, nonce));
      const query = new URL(request.url).searchParams;
      const language = languageIn(query) ?? link.language;
      shown = { link, token, language, texts: textsIn[language] };
      // Messengers read a link for its preview before anybody opens it.
      const isPreview = request.method === "GET" && isbot(request.headers.get("user-agent"));
      if (!isPreview) await inTime(() => noteUse(link, { opened: request.method === "GET" && method === "GET" }));
      const linkRequest: LinkRequest = { link: shown, request, query, address };
      const reply = await (isLong ? withLongDeadline : inTime)(() => run(linkRequest));
      return await answer(request, shown, reply, nonce);
    } catch (error) {
      // Answered by the link as it is now: gone, or with the claim that was declared meanwhile.
      if (error instanceof LinkEnded && shown !== undefined) {
        return request.method === "POST" ? toNext(request, addressOf(shown)) : page(request, await plainPage("gone", nonce), nonce, 404);
      }
      if (error instanceof ApiError && error.entry.status < 500 && shown !== undefined) {
        return answer(request, shown, replyTo(shown, error), nonce);
      }
      log.error({ executionId: newId("exec"), error }, "a request by a claim link failed");
      const status = isRetryable(error) ? 503 : 500;
      if (wantsJson(request)) return json({ error: textsIn.fr.errors.unavailable }, status, retryAfter);
      return page(request, await plainPage("failed", nonce), nonce, status, retryAfter);
    }
  };
  return Object.assign(handler, { endpoint: { method } });
}

function languageIn(query: URLSearchParams): Language | undefined {
  return languages.find((name) => name === query.get("lang"));
}

/** One text for every token that opens nothing, and for every address above its limit. */
async function rejectToken(request: Request, address: string, nonce: string): Promise<Response> {
  recordSecurityEvent({ kind: "linkUnknown", subject: unknownSubject, address, at: currentTime() });
  const isWithin = await countUnknown(address);
  const [kind, status, headers] = isWithin ? (["gone", 404, {}] as const) : (["limited", 429, { "retry-after": "60" }] as const);
  // The open page names its language.
  if (wantsJson(request)) return json({ error: textsIn[languageIn(new URL(request.url).searchParams) ?? "fr"][kind] }, status, headers);
  return page(request, await plainPage(kind, nonce), nonce, status, headers);
}

async function answer(request: Request, shown: PageLink, reply: Reply, nonce: string): Promise<Response> {
  if ("data" in reply) return json(reply.data, 200);
  if ("file" in reply) return logo(reply.file);
  if ("next" in reply) return toNext(request, reply.next);
  if ("error" in reply) {
    const { error, status, headers = {} } = reply;
    if (wantsJson(request)) return json({ error: shown.texts.errors[error] }, status, headers);
    return toNext(request, addressOf(shown, "", { ...Object.fromEntries(keptQuery(request)), error }));
  }
  const { title, content, status = 200 } = reply;
  const { link, language, token } = shown;
  const other = addressOf({ token, language: language === "fr" ? "en" : "fr" }, "", Object.fromEntries(keptQuery(request)));
  return page(
    request,
    await framed({ language, title, brand: link.brand, contact: link.contact, logo: logoAddressOf(shown), other, content, nonce }),
    nonce,
    status,
  );
}

/** The query parameters that stay when the language is switched. */
function keptQuery(request: Request): [string, string][] {
  return [...new URL(request.url).searchParams].filter(([name]) => ["step", "product", "subtype"].includes(name));
}

function toNext(request: Request, next: string): Response {
  if (wantsJson(request)) return json({ next }, 200);
  return new Response(null, { status: 303, headers: { ...linkHeaders, location: next } });
}

/** The page's script asks for JSON; a form for a page. */
function wantsJson(request: Request): boolean {
  return request.headers.get("accept") === "application/json";
}

/** Nothing of the address gets out, and nobody keeps or lists the page. */
const linkHeaders = {
  ...pageHeaders,
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow, noarchive",
  "cache-control": "no-store",
};

function json(data: object, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(data, { status, headers: { ...linkHeaders, ...headers } });
}

/** The logo is the same for all insured of its company, and its address changes with it. */
function logo(file: ServedFile): Response {
  const answered = answerFile(file);
  for (const [name, value] of Object.entries({ ...linkHeaders, "cache-control": "private, max-age=604800, immutable" })) {
    if (name !== "content-security-policy") answered.headers.set(name, value);
  }
  return answered;
}

function page(request: Request, text: string, nonce: string, status: number, headers: Record<string, string> = {}): Response {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const payload = compress(request, text);
  return new Response(payload.body, {
    status,
    headers: {
      ...linkHeaders,
      ...payload.headers,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      ...headers,
    },
  });
}

/** Turns an error of the API into a reply. If the claim has moved on, the page shows its current state. */
function replyTo(link: PageLink, { errorName, entry: { status } }: ApiError): Reply {
  switch (errorName) {
    case "FILE_TOO_LARGE":
    case "BODY_TOO_LARGE":
      return { error: "size", status };
    case "INVALID_MIME_TYPE":
      return { error: "type", status };
    case "IDEMPOTENT_CALL_IN_PROGRESS":
      return { error: "unavailable", status, headers: retryAfter };
    case "CLAIM_NOT_EDITABLE":
    case "CLAIM_NOT_SUBMITTABLE":
    case "DOCUMENTS_INCOMPLETE":
    case "DOCUMENT_ALREADY_VALIDATED":
    case "INVALID_DOCUMENT_TYPE":
      return { next: addressOf(link, "", { error: "meanwhile" }) };
    default:
      return { error: "other", status };
  }
}

/** The error that the address of the page names. */
export function errorIn({ texts }: PageLink, query: URLSearchParams): string | undefined {
  const name = fieldErrorNames.find((one) => one === query.get("error"));
  return name === undefined ? undefined : texts.errors[name];
}
