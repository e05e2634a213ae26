import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "#lib/platform/i18n/locales.ts";

/** Next bundles this file, so that only the working directory says where the project lies. */
const folder = () => join(/* turbopackIgnore: true */ process.cwd(), "docs/rules");
/** English rules end with their sources; `docs/rules/fr` has those that partners read. */
const ruleLine = /^- <a id="([a-z-]+)-\d+"><\/a>\*\*[a-z-]+-\d+\*\* (.+?)(?: _\([^_]*\)_)?$/gm;
const placeholder = /^<Rules of="([a-z-]+)\.md#([a-z-]+)" \/>$/gm;

/** Replaces `<Rules of="contracts.md#create" />` by the rules create-1, create-2… as a list. Throws if there are none. */
export function withRules(language: Language, guide: string): string {
  return guide.replaceAll(placeholder, (_line, page: string, section: string) => rulesOf(language, page, section));
}

function rulesOf(language: Language, page: string, section: string): string {
  const text = readFileSync(join(folder(), language === "en" ? "" : language, `${page}.md`), "utf8");
  const rules = Array.from(text.matchAll(ruleLine)).flatMap(([, name, rule = ""]) => (name === section ? [`- ${rule}`] : []));
  if (rules.length === 0) throw new Error(`the page ${page} has no rules of ${section} in ${language}`);
  return rules.join("\n");
}
