/** What a request asks for: its address, which the door has read, from the path on. Taking the whole of it apart costs more than the rest of a record. */
export function targetOf(url: string): string {
  return url.slice(url.indexOf("/", "https://".length));
}

/** The path and the query of a request's address. */
export function readTarget(url: string): { path: string; query: string } {
  const target = targetOf(url);
  const mark = target.indexOf("?");
  return mark === -1 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
