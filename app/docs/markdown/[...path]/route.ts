import { markdownOf } from "#components/docs/as-markdown.ts";
import { textAnswer } from "#components/docs/text-answer.ts";
import { currentTime } from "#lib/time/clock.ts";

/** `/docs/webhooks.md`, to which next.config.ts leads: a page of the documentation as Markdown. */
export async function GET(_request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const path = (await params).path.join("/");
  const text = markdownOf(path === "index" ? "" : path, currentTime());
  return text === undefined ? new Response("There is no such page.", { status: 404 }) : textAnswer(text);
}
