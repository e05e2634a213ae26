/** A callback URL without its query, which may hold a secret token (partner-api.md § Delivery rules): for lists and the audit log. */
export function maskUrl(text: string): string {
  const { origin, pathname, search } = new URL(text);
  return `${origin}${pathname}${search === "" ? "" : "?•••"}`;
}
