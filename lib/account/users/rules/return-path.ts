const nowhere = "http://return.invalid";

/** The path after sign-in: `asked` if it is a path of this site, else `otherwise`. */
export function chooseReturnPath(path: string | null | undefined, otherwise: string): string {
  if (typeof path !== "string" || !path.startsWith("/") || path.length > 2000 || !URL.canParse(path, nowhere)) return otherwise;
  const { origin, pathname, search, hash } = new URL(path, nowhere);
  // Browsers and URL alike drop tabs and turn backslashes into slashes, so the result is checked.
  if (origin !== nowhere || pathname.startsWith("//") || pathname.startsWith("/api/")) return otherwise;
  return pathname + search + hash;
}
