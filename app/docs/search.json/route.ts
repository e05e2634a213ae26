import { searchEntries } from "#components/docs/reference/search-entries.ts";

/** The documentation entries of the command palette. */
export function GET(request: Request): Response {
  const language = new URL(request.url).searchParams.get("language") === "fr" ? "fr" : "en";
  return Response.json(searchEntries(language), { headers: { "cache-control": "public, max-age=300" } });
}
