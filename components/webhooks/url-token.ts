const tokenBytes = 24;

/** A callback URL with a secret token in its query, by which the receiver knows who calls (partner-api.md § Delivery rules). */
export function addToken(url: URL): string {
  const drawn = crypto.getRandomValues(new Uint8Array(tokenBytes));
  const withToken = new URL(url);
  withToken.searchParams.set("token", Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join(""));
  return withToken.href;
}
