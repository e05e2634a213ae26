const nowhere = "http://return.invalid";

/** The path after sign-in: `asked` if it is a path of this site, else `otherwise`. */
export function chooseReturnPath(asked: string | null | undefined, otherwise: string): string {
  if (typeof asked !== "string" || !asked.startsWith("/") || asked.length > 2000 || !URL.canParse(asked, nowhere)) return otherwise;
  const { origin, pathname, search, hash } = new URL(asked, nowhere);
  // Browsers and URL alike drop tabs and turn backslashes into slashes, so the result is checked.
  if (origin !== nowhere || pathname.startsWith("//") || pathname.startsWith("/api/")) return otherwise;
  return pathname + search + hash;
}
