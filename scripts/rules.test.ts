import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";

const root = join(import.meta.dirname, "..");
const folder = "docs/rules";

/** The suite in e2e/documents is run by the tests of each store. */
const isTest = /\.test\.tsx?$|^e2e\/documents\//;

interface Rule {
  noun: string;
  id: string;
}

/** `- <a id="create-5"></a>**create-5** Text. _(source)_` */
const ruleLine = /^- <a id="([a-z-]+-\d+)"><\/a>\*\*([a-z-]+-\d+)\*\* .+ _\(.+\)_$/;

const pages = globSync("*.md", { cwd: join(root, folder) }).filter((file) => file !== "README.md");
const lines = pages.flatMap((file) => read(join(folder, file)).flatMap((line) => (line.startsWith("- ") ? [{ file, line }] : [])));
const rules: Rule[] = lines.map(({ file, line }) => ({ noun: basename(file, ".md"), id: ruleLine.exec(line)?.[1] ?? line }));

/** `rules/contracts.md#create-5, #create-6` names two rules. */
const citation = /(?<![\w-])rules\/([a-z-]+)\.md((?:(?:,[\s*]*)?#[\w-]+)*)/g;
const everywhere = "{*,{app,clients,components,db,demo,docs,e2e,inngest,lib,ops,scripts,server}/**/*}.{css,jsonc,md,sql,ts,tsx}";
const sources = globSync(everywhere, { cwd: root, exclude: ["**/node_modules", "**/generated"], withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => path !== "scripts/rules.test.ts");
const citations = sources.flatMap((path) =>
  Array.from(read(path).join("\n").matchAll(citation), ([text, noun = "", ids = ""]) => ({
    path,
    text,
    noun,
    ids: Array.from(ids.matchAll(/#([\w-]+)/g), ([, id = ""]) => id),
  })),
);

describe("the rules in docs/rules", () => {
  test("each have a number that is given once, a text and a source", () => {
    const isWritten = ({ line }: { line: string }) => {
      const [, anchor, label] = ruleLine.exec(line) ?? [];
      return anchor !== undefined && anchor === label;
    };
    expect(lines.filter((line) => !isWritten(line))).toEqual([]);
    const names = rules.map(nameOf);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  test("are cited by at least one test each", () => {
    const cited = new Set(
      citations.filter(({ path }) => isTest.test(path)).flatMap(({ noun, ids }) => ids.map((id) => nameOf({ noun, id }))),
    );
    expect(rules.map(nameOf).filter((name) => !cited.has(name))).toEqual([]);
  });

  test("are where every citation says", () => {
    const known = new Set(rules.map(nameOf));
    const isKnown = ({ noun, ids }: { noun: string; ids: string[] }) =>
      pages.includes(`${noun}.md`) && ids.every((id) => known.has(nameOf({ noun, id })));
    expect(citations.filter((each) => !isKnown(each)).map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  });

  test("name every code of the API, and no other", () => {
    const text = lines.map(({ line }) => line.replaceAll("RFC 4180", "")).join("\n");
    const ranges = Array.from(text.matchAll(/\b(\d{4}) to (\d{4})\b/g), ([, first, last]) => [Number(first), Number(last)] as const);
    const named = new Set(Array.from(text.matchAll(/(?<![\d.,])(?:[1-59]\d{3}|9\d{4})\b(?!,\d)/g), ([code]) => Number(code)));
    const codes = Object.values(errorCatalogue).map(({ code }) => code as number);
    expect([...named].filter((code) => !codes.includes(code))).toEqual([]);
    const isNamed = (code: number) => named.has(code) || ranges.some(([first, last]) => code >= first && code <= last);
    // Codes of three digits repeat the HTTP status.
    expect(codes.filter((code) => code >= 1000 && !isNamed(code))).toEqual([]);
  });

  test("are cited in place of sections of documents that are not here", () => {
    const cited = sources.filter((path) => /\.tsx?$/.test(path)).flatMap((path) => read(path).map((line) => ({ path, line })));
    const section = /(?<![\w/-])([\w./-]+\.md) §/;
    const isMissing = (line: string) => {
      const [, document = ""] = section.exec(line) ?? [];
      return document !== "" && !existsSync(join(root, document));
    };
    expect(cited.filter(({ line }) => isMissing(line))).toEqual([]);
  });

  test("are on pages that the index lists", () => {
    const index = read(join(folder, "README.md")).join("\n");
    expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([]);
  });

  test("are in French with the same numbers, where partners read them", () => {
    const placeholder = /<Rules of="([a-z-]+\.md)#([a-z-]+)" \/>/g;
    const shown = Array.from(read("docs/guides/en/rules.md").join("\n").matchAll(placeholder), ([, page = "", section = ""]) => ({
      page,
      section,
    }));
    expect(shown.length).toBeGreaterThan(0);
    for (const { page, section } of shown) {
      const [english, french] = [`docs/rules/${page}`, `docs/rules/fr/${page}`].map((file) => figuresOf(read(file), section));
      expect(french, `${page}#${section}`).toEqual(english);
    }
  });

  test("are in a release, where the public documentation reads them", () => {
    expect(read("scripts/release.ts").join("\n")).toContain("docs\\/(?!guides\\/|rules\\/");
  });

  test("link to pages and rules that exist", () => {
    const linked = pages.flatMap((page) =>
      Array.from(
        read(join(folder, page))
          .join("\n")
          .matchAll(/\]\(([a-z-]+\.md)(?:#([\w-]+))?\)/g),
        ([text, to = "", id]) => ({ page, text, to, id }),
      ),
    );
    const isBroken = ({ to, id }: { to: string; id: string | undefined }) =>
      !pages.includes(to) || (id !== undefined && !rules.some((rule) => `${rule.noun}.md` === to && rule.id === id));
    expect(linked.filter(isBroken)).toEqual([]);
  });
});

/** The rules of a section with the codes and fields that they name, which no translation changes. */
function figuresOf(page: readonly string[], section: string): string[][] {
  const parsed = page.map((line) => /^- <a id="(([a-z-]+)-\d+)"><\/a>\*\*[\w-]+\*\* (.*?)(?: _\(.*\)_)?$/.exec(line));
  return parsed.flatMap((match) => {
    const [, id = "", name, text = ""] = match ?? [];
    if (name !== section) return [];
    const figures = text.match(/`[^`]+`|(?<![\d.,\u00A0])[1-59]\d{3,4}(?![\d.,]\d)/g) ?? [];
    return [[id, ...new Set(figures.toSorted())]];
  });
}

function nameOf({ noun, id }: Rule): string {
  return `${noun}.md#${id}`;
}

function read(path: string): string[] {
  return readFileSync(join(root, path), "utf8").split("\n");
}
