import { markdownOf, textAnswer } from "#components/docs/as-markdown.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** A documentation page as Markdown: next.config.ts rewrites `/docs/webhooks.md` to this route. */
export async function GET(_request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const path = (await params).path.join("/");
  const text = markdownOf(path === "index" ? "" : path, currentTime());
  return text === undefined ? new Response("There is no such page.", { status: 404 }) : textAnswer(text);
}
