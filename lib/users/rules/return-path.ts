const nowhere = "http://return.invalid";

/**
 * Where to go after sign-in: the path that was asked for if it is one of ours, else `otherwise`.
 * Whatever a browser would read as another host, or as no path at all, is not ours.
 */
export function chooseReturnPath(asked: string | null | undefined, otherwise: string): string {
  if (typeof asked !== "string" || !asked.startsWith("/") || asked.length > 2000 || !URL.canParse(asked, nowhere)) return otherwise;
  const { origin, pathname, search, hash } = new URL(asked, nowhere);
  // A browser drops tabs and turns backslashes over before it reads; so does URL, and what remains must still be one path.
  if (origin !== nowhere || pathname.startsWith("//") || pathname.startsWith("/api/")) return otherwise;
  return pathname + search + hash;
}
