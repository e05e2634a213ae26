import { markdownOf, markdownPaths } from "#components/docs/as-markdown.ts";
import { textAnswer } from "#components/docs/text-answer.ts";

/** The whole documentation in one file, for assistants (llmstxt.org). */
export function GET(): Response {
  return textAnswer(
    markdownPaths()
      .map((path) => markdownOf(path) ?? "")
      .join("\n\n"),
    "plain",
  );
}
