/** A text response that caches may store for some minutes. */
export function textAnswer(text: string, type: "plain" | "markdown" = "markdown"): Response {
  return new Response(text, { headers: { "content-type": `text/${type}; charset=utf-8`, "cache-control": "public, max-age=300" } });
}
