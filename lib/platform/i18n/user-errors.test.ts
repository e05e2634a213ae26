import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { languages } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

const root = join(import.meta.dirname, "../../..");

interface Made {
  place: string;
  keys: string[];
  values: string[];
}

/** The calls of `new UserError(…)` and `new NotFound(…)` in a source text, with their arguments. */
function findUserErrors(file: string, source: string): Made[] {
  return Array.from(source.matchAll(/new (?:UserError|NotFound)\(/g), ({ index, 0: start }) => {
    const call = upToItsEnd(source.slice(index + start.length));
    const line = source.slice(0, index).split("\n").length;
    const at = withoutTexts(call).search(/\bkey:/);
    const key = at === -1 ? "" : (/^key:([^,}]+)/.exec(call.slice(at))?.[1] ?? "");
    const values = /\bvalues:\s*\{([^}]*)\}/.exec(call)?.[1] ?? "";
    return {
      place: `${file}:${line}`,
      // Both branches of a conditional, without its condition.
      keys: Array.from(key.replace(/^[^?]*\?(?!\?)/, "").matchAll(/"(\w+)"/g), ([, name = ""]) => name),
      values: values.split(",").map((part) => part.split(":")[0]?.trim() ?? ""),
    };
  });
}

/** The text up to the closing parenthesis. */
function upToItsEnd(text: string): string {
  let depth = 1;
  const end = Array.from(withoutTexts(text)).findIndex((letter) => {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    return depth === 0;
  });
  return text.slice(0, end);
}

/** The text with the contents of string literals blanked. */
function withoutTexts(text: string): string {
  return text.replaceAll(/"[^"\n]*"|`[^`]*`/g, (quoted) => " ".repeat(quoted.length));
}

const files = globSync("{lib,db,demo,app,inngest,scripts,server}/**/*.{ts,tsx}", { cwd: root }).filter((file) => !file.includes(".test."));
const userErrors = files.flatMap((file) => findUserErrors(file, readFileSync(join(root, file), "utf8")));

const sentencesOf = (language: (typeof languages)[number]): Record<string, string> => messages[language].refusals;
const placeholdersOf = (sentence: string) => Array.from(sentence.matchAll(/\{\s*(\w+)/g), ([, name = ""]) => name);

describe("the refusals shown to users", () => {
  test("are found in the source code", () => {
    expect(findUserErrors("a.ts", 'throw new NotFound(`no ${name(1)} )`, { key: "noUser", values: { uid, at: now } });')).toEqual([
      { place: "a.ts:1", keys: ["noUser"], values: ["uid", "at"] },
    ]);
    expect(findUserErrors("a.ts", '\nnew UserError("a key: (none)")')).toEqual([{ place: "a.ts:2", keys: [], values: [""] }]);
    expect(findUserErrors("a.ts", 'new UserError(text, { key: number === "1" ? "one" : "two" })')[0]?.keys).toEqual(["one", "two"]);
    expect(findUserErrors("a.ts", 'new UserError(text, { key: found[name] ?? "other" })')[0]?.keys).toEqual(["other"]);
    expect(userErrors.length).toBeGreaterThan(40);
  });

  test.each(userErrors)("at $place have a sentence in every language with their values", ({ keys, values }) => {
    expect(keys).not.toEqual([]);
    for (const language of languages) {
      for (const key of keys) {
        const sentence = sentencesOf(language)[key];
        expect(sentence, `${key} in ${language}`).toBeDefined();
        for (const name of placeholdersOf(sentence ?? "")) expect(values, `what ${key} fills in`).toContain(name);
      }
    }
  });
});
