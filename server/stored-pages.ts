import { hash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import { readClaims } from "#lib/api/authenticate.ts";
import { chooseEncoding, isKnown } from "#lib/api/compress.ts";
import { storeText } from "#lib/api/file.ts";
import type { StoredText } from "#lib/api/file.ts";
import { environments } from "#lib/platform/environments.ts";
import { chooseLanguage, languageCookie } from "#lib/platform/i18n/locales.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** Answers for themselves, also at addresses that do not exist. */
const others = /^\/(?:api|_next|mcp)(?:\/|$)/;

/** Tells whether Next answers a path, to a request with or without the cookie of a session. */
type HasPage = (path: string, hasSession: boolean) => boolean;

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A page or text that is the same for every reader of its language. */
interface Document {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: StoredText;
}

const addresses = /^\/(?:docs(?:\.md|\/(?!reader\.json$).+)?|llms(?:-full)?\.txt|skill\.md)$/;
/** English, whatever the reader's language. */
const english = /\.(?:md|txt|json)$/;
/** Samples elsewhere contain the time, rounded up to the whole hour. */
const timeless = /^\/(?:docs\/(?:reference|errors|samples|search\.json|addresses\.json|none)|llms\.txt|none)/;
/** The representatives of all addresses that do not exist, which anybody can invent. */
const missing = { page: "/docs/none", text: "/docs/none.md", outside: "/none" };
const hourMs = 3_600_000;

/**
 * Sends the documentation, and the answer at addresses that do not exist, from memory. Next renders each address once per language, when it
 * is first asked for, since the address of the installation and the time are in the samples; nothing about the reader is in it.
 */
export function serveStoredPages(render: Answer, hasPage: HasPage): Answer {
  const documents = new Map<string, { document: Promise<Document>; staleAt: number }>();

  /** Finds a document; requests during a rendering wait for it. */
  function find(target: string, language: string): Promise<Document> {
    const key = `${language} ${target}`;
    const now = currentTime().getTime();
    const stored = documents.get(key);
    if (stored !== undefined && stored.staleAt > now) return stored.document;
    const document = renderDocument(render, target, language);
    documents.set(key, { document, staleAt: timeless.test(target) ? Infinity : Math.ceil((now + 1) / hourMs) * hourMs });
    const forget = () => documents.delete(key);
    document.then(({ status }) => status === 200 || status === 404 || forget(), forget);
    return document;
  }

  /** The address that is rendered for this one. */
  async function resolve(path: string): Promise<string> {
    if (!addresses.test(path)) return missing.outside;
    const { text } = await find("/docs/addresses.json", "en");
    const names = JSON.parse(Buffer.from(await text.bytesIn(undefined)).toString()) as string[];
    return names.includes(path) ? path : english.test(path) ? missing.text : missing.page;
  }

  return async (request, response) => {
    const [pathname = "", query = ""] = (request.url ?? "").split("?");
    const path = pathname.replace(/(?<=.)\/+$/, "");
    const isRead = request.method === "GET" || request.method === "HEAD";
    const hasSession = readClaims(request.headers).some(({ kind }) => kind === "session");
    if (!isRead || (!addresses.test(path) && path !== missing.outside && hasPage(path, hasSession))) return render(request, response);
    // Next in the browser wants to replace the page by its data; without data it loads the page.
    if (request.headers.rsc !== undefined) return void response.writeHead(204, { "cache-control": "no-store" }).end();
    const target = path === "/docs/search.json" ? searchIn(query) : await resolve(path);
    const isNegotiated = !english.test(target.replace(/\?.*/, ""));
    const language = isNegotiated ? chooseLanguage(readCookie(request), request.headers["accept-language"] ?? null) : "en";
    await send(request, response, await find(target, language), isNegotiated);
  };
}

function searchIn(query: string): string {
  return `/docs/search.json?language=${new URLSearchParams(query).get("language") === "fr" ? "fr" : "en"}`;
}

function readCookie({ headers }: IncomingMessage): string | undefined {
  return headers.cookie
    ?.split(/; */)
    .find((each) => each.startsWith(`${languageCookie}=`))
    ?.slice(languageCookie.length + 1);
}

async function send(request: IncomingMessage, response: ServerResponse, document: Document, isNegotiated: boolean): Promise<void> {
  const { status, headers, text } = document;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader("vary", isNegotiated ? "accept-encoding, accept-language, cookie" : "accept-encoding");
  if (status === 200) {
    response.setHeader("etag", text.etag);
    if (isKnown(text.etag, request.headers["if-none-match"] ?? null)) return void response.writeHead(304).end();
  }
  const encoding = chooseEncoding(request.headers["accept-encoding"]?.toString() ?? null);
  const bytes = await text.bytesIn(encoding);
  if (encoding !== undefined) response.setHeader("content-encoding", encoding);
  response.setHeader("content-length", bytes.length);
  response.writeHead(status).end(bytes);
}

/** Has Next render an address for a reader of the given language. */
async function renderDocument(render: Answer, target: string, language: string): Promise<Document> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url: target, headers: { host: "localhost", "accept-language": language } });
  request.push(null);
  const response = new Captured(request);
  await render(request, response);
  const { nonce, headers } = readHeaders(response);
  const html = Buffer.concat(response.chunks).toString();
  const text = nonce === undefined ? html : html.replaceAll(` nonce="${nonce}"`, "").replaceAll(nonce, "");
  return {
    // The pages that say so are rendered as ones that exist.
    status: target === missing.page || target === missing.outside ? 404 : response.statusCode,
    headers: nonce === undefined ? headers : { ...headers, "content-security-policy": allowScripts(text, headers) },
    text: storeText(text),
  };
}

/** A response whose body stays here. */
class Captured extends ServerResponse {
  readonly chunks: Buffer[] = [];

  override write(chunk: unknown): boolean {
    this.chunks.push(Buffer.from(chunk as Uint8Array));
    return true;
  }

  override end(chunk?: unknown): this {
    if (chunk !== undefined && chunk !== null && typeof chunk !== "function") this.write(chunk);
    this.emit("finish");
    this.emit("close");
    return this;
  }
}

/** The headers of a rendering that hold for every reader, without its nonce. */
function readHeaders(response: ServerResponse): { nonce: string | undefined; headers: Record<string, string> } {
  const { vary: _vary, "set-cookie": _cookie, ...all } = response.getHeaders();
  const headers = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));
  const nonce = /'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1];
  if (nonce === undefined || headers["content-type"]?.startsWith("text/html") !== true) return { nonce: undefined, headers };
  const { link = "" } = headers;
  return { nonce, headers: { ...headers, link: link.replaceAll(`; nonce="${nonce}"`, ""), "cache-control": "no-cache" } };
}

/** The page's policy with the hashes of its inline scripts: a nonce would be known to everybody who reads the page. */
function allowScripts(html: string, headers: Readonly<Record<string, string>>): string {
  const scripts = Array.from(html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g), ([, script = ""]) => script);
  const hashes = scripts.map((script) => `'sha256-${hash("sha256", script, "base64")}'`);
  return (headers["content-security-policy"] ?? "").replace(/'nonce-[^']+' 'strict-dynamic'/, [...new Set(hashes)].join(" "));
}

/**
 * Reads the addresses of the build. The portal and the console have a page for all paths that no other page has, which keeps the menu: it
 * is for requests with a session only.
 */
export function readAddresses(root: string): HasPage {
  const routes = JSON.parse(readFileSync(join(root, ".next/app-path-routes-manifest.json"), "utf8")) as Record<string, string>;
  const pages = Object.values(routes).filter((route) => !route.startsWith("/_"));
  const files = readdirSync(join(root, "public")).map((file) => `/${file}`);
  const [named, unknown] = [pages.filter((route) => !route.endsWith("/[...path]")), pages.filter((route) => route.endsWith("/[...path]"))];
  const isNamed = matcher([...named.map(patternOf), ...files.map((file) => RegExp.escape(file))]);
  const isUnknown = matcher(unknown.map(patternOf));
  return (path, hasSession) => others.test(path) || isNamed(path) || (hasSession && isUnknown(path));
}

function matcher(patterns: readonly string[]): (path: string) => boolean {
  const pattern = new RegExp(`^(?:${patterns.join("|")})$`);
  return (path) => pattern.test(path) || pattern.test(decodeURIComponent(path));
}

function patternOf(route: string): string {
  if (route === "/") return route;
  const segments = route.split("/").slice(1);
  return segments
    .map((segment) => {
      if (segment.startsWith("[[...")) return "(?:/.*)?";
      if (segment.startsWith("[...")) return "/.+";
      if (segment === "[environment]") return `/(?:${environments.join("|")})`;
      return segment.startsWith("[") ? "/[^/]+" : `/${RegExp.escape(segment)}`;
    })
    .join("");
}
