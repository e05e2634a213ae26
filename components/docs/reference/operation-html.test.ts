import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { operations } from "#components/docs/reference/openapi-document.ts";
import { chapterHtml } from "#components/docs/reference/operation-html.ts";
import { chapters } from "#components/docs/reference/reference-labels.ts";
import { languages, locales } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

/** The HTML of a chapter, which its page contains beside what surrounds it. */
function write(slug: string, language: (typeof languages)[number]): Promise<string> {
  const t = createTranslator({ locale: locales[language], messages: messages[language], namespace: "docs.reference" });
  const documented = (chapters.get(slug)?.operations ?? []).flatMap((endpoint) => {
    const operation = operations.get(endpoint.id);
    return operation === undefined ? [] : [{ endpoint, operation }];
  });
  return chapterHtml(documented, { language, t });
}

test.each(languages.flatMap((language) => [...chapters.keys()].map((slug) => [slug, language] as const)))(
  "every link within the chapter %s in %s leads to an anchor that is there once",
  async (slug, language) => {
    const html = await write(slug, language);
    const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = Array.from(html.matchAll(/ href="#([^"]+)"/g), ([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  },
);

test("an object that several operations answer is described once", async () => {
  const html = await write("contracts", "en");
  expect(html.match(/ id="Contract"/g)).toHaveLength(1);
  expect(html.match(/href="#Contract"/g)?.length).toBeGreaterThan(3);
});

test("texts and samples are text, not markup", async () => {
  expect(await write("contracts", "en")).not.toMatch(
    /<(?!\/?(?:section|div|span|h2|h3|p|a|b|i|em|ul|li|details|summary|figure|figcaption|pre|code|strong|ol)\b)/,
  );
});

test.each([
  ["en", "Injuries of the rider (individuelle accident)."],
  ["fr", "Blessures de la personne qui roule (individuelle accident)."],
] as const)("an option says in %s what it means, in the words of the guide and of the calculator", async (language, meaning) => {
  const text = await write("contracts", language);
  expect(messages[language].contracts.optionTexts.ia).toBe(meaning);
  expect(text).toContain(`<code title="${meaning}">ia</code>`);
  expect(text).toContain('href="/docs/what-is-insured#options"');
});
