const year = 31_536_000;

/** Keeps a preference in a cookie, so that the server renders with it from the first byte. Never for a secret. */
export function keepCookie(name: string, value: string, seconds: number = year): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax${secure}`;
}
