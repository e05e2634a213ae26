import { markdownOf, markdownPaths, textAnswer } from "#components/docs/as-markdown.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** The whole documentation in one file, for assistants (llmstxt.org). */
export function GET(): Response {
  const now = currentTime();
  return textAnswer(
    markdownPaths()
      .map((path) => markdownOf(path, now) ?? "")
      .join("\n\n"),
    "plain",
  );
}
