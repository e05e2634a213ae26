/** What a request asks for: its address, which the door has read, from the path on. Taking the whole of it apart costs more than the rest of a record. */
export function targetOf(url: string): string {
  return url.slice(url.indexOf("/", "https://".length));
}

/** The path and the query of a request's address. */
export function readTarget(url: string): { path: string; query: string } {
  const target = targetOf(url);
  const mark = target.indexOf("?");
  return mark === -1 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/**
 * The address of the browser behind a request that Next serves. Next notes the peer's address where no proxy has; server.ts
 * drops what callers claim where none is trusted.
 */
export function clientAddress(headers: Headers): string {
  return forwardedAddress(headers.get("x-forwarded-for")) ?? "unknown";
}

/** The address that a trusted proxy saw, which it puts last, of the header `x-forwarded-for`; without the port and the brackets of some. */
export function forwardedAddress(header: string | null | undefined): string | undefined {
  const seen = header?.split(",").at(-1)?.trim() ?? "";
  return seen === "" ? undefined : seen.replace(/^\[(.+)\](?::\d+)?$|^([^:]+):\d+$/, "$1$2").slice(0, 60);
}

/**
 * Whether a request that changes something comes from a page of ours, as the browser tells: a page of another site can
 * neither name our origin, nor send JSON without being asked first. Beside the cookie's SameSite, which older browsers ignore.
 * `baseUrl` is where we are served; without it, wherever the request went.
 */
export function isFromOurPage(headers: Headers, baseUrl: string | undefined): boolean {
  if (!/^application\/json\s*(?:;|$)/i.test(headers.get("content-type") ?? "")) return false;
  const [site, origin] = [headers.get("sec-fetch-site"), headers.get("origin")];
  if (site !== null && site !== "same-origin") return false;
  return origin === null ? site !== null : isOurs(origin, headers.get("host"), baseUrl);
}

function isOurs(origin: string, host: string | null, baseUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: asked, host: askedHost } = new URL(origin);
  return baseUrl === undefined ? askedHost === host?.toLowerCase() : asked === new URL(baseUrl).origin;
}
