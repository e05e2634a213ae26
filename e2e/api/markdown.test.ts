import { expect, inject, test } from "vitest";
import { markdownPaths } from "#components/docs/as-markdown.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

const pages = markdownPaths().map((path) => (path === "" ? "/docs.md" : `/docs/${path}.md`));
/** The key that replaces a missing text. */
const rawKey = new RegExp(`\\b(?:${Object.keys(messages.en).join("|")})(?:\\.[a-z][A-Za-z]*){2,}`, "g");
/** A tag of a text that nothing took the place of. */
const rawTag = /<\/?[a-z]+>/g;

test.each(["en", "fr"])("every documentation page is complete as Markdown, also for a reader of %s", async (language) => {
  const read = async (path: string) => {
    const answer = await fetch(new URL(path, inject("baseUrl")), { headers: { "accept-language": language } });
    expect(answer.status, path).toBe(200);
    const text = await answer.text();
    expect(text.match(/\S*\/v2\/v2\S*/g), `${path} names the version of the API twice`).toBeNull();
    // Code may hold anything.
    const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
    return [path, [...(prose.match(rawKey) ?? []), ...(prose.match(rawTag) ?? [])]] as const;
  };
  const seen = await Promise.all([...pages, "/llms.txt", "/llms-full.txt", "/skill.md"].map(read));
  expect(seen.filter(([, leftovers]) => leftovers.length > 0)).toEqual([]);
});

test("every link of a published text leads to something", async () => {
  const base = inject("baseUrl");
  const texts = await Promise.all(
    [...pages, "/llms.txt", "/llms-full.txt", "/skill.md"].map(async (path) => (await fetch(new URL(path, base))).text()),
  );
  const links = new Set(texts.flatMap((text) => Array.from(text.matchAll(/\]\(([^\s)]+)\)/g), ([, href = ""]) => href)));
  expect([...links].filter((href) => !/^https?:/.test(href))).toEqual([]);
  const own = [...links].filter((href) => href.startsWith(base));
  expect(own).toContain(`${base}/docs/retries.md#mismatch`);
  expect(own.length).toBeGreaterThan(pages.length);
  const statuses = await Promise.all(own.map(async (href) => [href, (await fetch(href, { redirect: "manual" })).status] as const));
  expect(statuses.filter(([, status]) => status >= 400)).toEqual([]);
});
