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
