/**
 * The address of the browser behind a request that Next serves. Next notes the peer's address where no proxy has; server.ts
 * drops what callers claim where none is trusted, and a trusted one puts the address that it saw last.
 */
export function clientAddress(headers: Headers): string {
  const seen = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return seen === undefined || seen === "" ? "unknown" : seen.slice(0, 60);
}
