/** The part of a URL from its path on. Parsing the whole URL would cost more than the rest of the call record. */
export function targetOf(url: string): string {
  return url.slice(url.indexOf("/", "https://".length));
}

export function readTarget(url: string): { path: string; query: string } {
  const target = targetOf(url);
  const mark = target.indexOf("?");
  return mark === -1 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The client's address. Next sets the header to the peer's address where no proxy did; server.ts removes it where no proxy is trusted. */
export function clientAddress(headers: Headers): string {
  return forwardedAddress(headers.get("x-forwarded-for")) ?? "unknown";
}

/** The last address of `x-forwarded-for`, which the trusted proxy added, without port and brackets. */
export function forwardedAddress(header: string | null | undefined): string | undefined {
  const seen = header?.split(",").at(-1)?.trim() ?? "";
  return seen === "" ? undefined : seen.replace(/^\[(.+)\](?::\d+)?$|^([^:]+):\d+$/, "$1$2").slice(0, 60);
}

/** True for a write from our own page: another site can send neither our origin nor JSON without a preflight. */
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
