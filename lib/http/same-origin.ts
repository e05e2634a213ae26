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
