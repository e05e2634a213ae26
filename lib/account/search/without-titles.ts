import { foldText } from "#lib/platform/text/fold.ts";

/** In both languages, as `foldText` writes them. */
const titles = new Set("m mm mr monsieur messieurs mister mme mmes madame mesdames mlle mlles mademoiselle mrs ms miss".split(" "));

/** A typed text without the titles of people, which no stored name has; the text itself if it has no other word (rules/search.md#find-5). */
export function withoutTitles(typed: string): string {
  const words = typed.trim().split(/\s+/);
  const others = words.filter((word) => !titles.has(foldText(word)));
  return (others.length > 0 ? others : words).join(" ");
}
