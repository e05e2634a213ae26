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

/** Cookie that remembers that the user postponed setting up a second factor. */
export const laterCookie = "covergate-second-factor-later";

/** Cookie with the session that has seen the question for a second factor. */
export const askedCookie = "covergate-second-factor-asked";

/** Cookie that remembers whether the charts above lists are open. */
export const chartCookie = "covergate-list-chart";
