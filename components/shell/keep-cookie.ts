const year = 31_536_000;

/** Stores a preference in a cookie, so that the server renders with it. Not for secrets. */
export function keepCookie(name: string, value: string, seconds: number = year): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax${secure}`;
}

/** True if the browser sends this value with the next request. */
export function hasCookie(name: string, value: string): boolean {
  return document.cookie.split("; ").includes(`${name}=${encodeURIComponent(value)}`);
}
