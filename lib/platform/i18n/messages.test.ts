import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { languages } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

type Sentences = Record<string, string>;

const root = import.meta.dirname;
const areas = [...new Set(globSync("messages/*/*.json", { cwd: root }).map((file) => basename(file, ".json")))].toSorted();

/** The messages of an area by the path of their key. */
function flatten(value: unknown, path = ""): Sentences {
  if (typeof value === "string") return { [path]: value };
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.assign({}, ...entries.map(([key, child]) => flatten(child, path === "" ? key : `${path}.${key}`))) as Sentences;
}

/** The placeholders of a message, with their kind. The branches of a plural are messages in braces too. */
function placeholdersOf(sentence: string): string[] {
  const found = sentence.matchAll(/(?<!(?:one|other|=\d+)\s*)\{\s*(\w+)\s*(?:,\s*(\w+)|\})/g);
  return [...new Set(Array.from(found, ([, name, kind]) => `${name}:${kind ?? "text"}`))].toSorted();
}

describe("the messages of the portal", () => {
  test("are all loaded in every language", () => {
    for (const language of languages) expect(Object.keys(messages[language]).toSorted()).toEqual(areas);
  });

  test.each(areas)("of %s have the same keys and placeholders in every language", (area) => {
    const [first, ...others] = languages.map((language) => {
      const file = join(root, "messages", language, `${area}.json`);
      return flatten(JSON.parse(readFileSync(file, "utf8")));
    }) as [Sentences, ...Sentences[]];
    for (const other of others) {
      expect(Object.keys(other)).toEqual(Object.keys(first));
      for (const [key, sentence] of Object.entries(first)) {
        expect(sentence.trim(), key).not.toBe("");
        expect(other[key]?.trim(), key).not.toBe("");
        expect(placeholdersOf(other[key] ?? ""), key).toEqual(placeholdersOf(sentence));
      }
    }
  });

  test("fit the field of a search", () => {
    for (const language of languages) {
      const sentences = Object.entries(flatten(messages[language]));
      const long = sentences.filter(([key, sentence]) => key.endsWith("searchPlaceholder") && sentence.length > 35);
      expect(long).toEqual([]);
    }
  });

  test("follow French punctuation in French", () => {
    for (const area of areas) {
      for (const [key, sentence] of Object.entries(flatten(JSON.parse(readFileSync(join(root, "messages/fr", `${area}.json`), "utf8"))))) {
        expect(sentence.replaceAll(/<code>[^<]*<\/code>|https?:|\{[^{}]*\}/g, ""), `${area}.${key}`).not.toMatch(
          /(?:^|[^\u00A0\u202F?!])[?!;:»](?=\s|$)|\d %|'/u,
        );
      }
    }
  });

  test.each([
    ["en", /\b(?:re)?charge[ds]?\b|\bwithholding\b/i],
    ["fr", /factur|débit|déduire|déduction|prélèv/i],
  ] as const)("call a deduction by one word in %s", (language, others) => {
    for (const area of ["claims", "statements", "sandbox", "exports"]) {
      for (const [key, sentence] of Object.entries(
        flatten(JSON.parse(readFileSync(join(root, "messages", language, `${area}.json`), "utf8"))),
      )) {
        expect(sentence, `${area}.${key}`).not.toMatch(others);
      }
    }
  });

  test("are each used somewhere", () => {
    const code = globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: join(root, "../../..") })
      .filter((file) => !file.includes(".test."))
      .map((file) => readFileSync(join(root, "../../..", file), "utf8"))
      .join("\n");
    // Searching all of the code for every key takes a minute.
    const quoted = [...new Set(code.match(/["`][\w.-]+(?:\$\{|")?/g))].join("\n");
    const unused = areas.flatMap((area) =>
      Object.keys(flatten(messages.en[area as keyof typeof messages.en]))
        .filter((key) => !isUsed(quoted, area, key))
        .map((key) => `${area}.${key}`),
    );
    expect(unused).toEqual([]);
  });
});

/** True if the key occurs in quotes: whole, from one of its names on, or as part of a namespace. */
function isUsed(quoted: string, area: string, key: string): boolean {
  const names = key.split(".");
  const endings = names.flatMap((_name, from) => {
    const rest = names.slice(from);
    return [rest.join("."), ...rest.slice(0, -1).map((_part, last) => `${rest.slice(0, last + 1).join(".")}.\${`)];
  });
  const namespaces = names.slice(0, -1).map((_name, last) => `${area}.${names.slice(0, last + 1).join(".")}"`);
  return [`${area}.${key}`, ...endings, ...namespaces].some((spelling) => ['"', "`"].some((quote) => quoted.includes(quote + spelling)));
}
