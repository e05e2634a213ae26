import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { RuleType, parser } from "markdown-to-jsx/markdown";
import type { MarkdownToJSX } from "markdown-to-jsx/markdown";
import { parse } from "yaml";
import { z } from "zod";
import { withCatalogue } from "#components/docs/catalogue-tables.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

export type MarkdownNode = MarkdownToJSX.ASTNode;

/** A hand-written page of the documentation: `docs/guides/<language>/<slug>.md`. */
export interface Guide extends z.infer<typeof frontMatter> {
  /** `index` for the first page. */
  slug: string;
  href: string;
  /** The content before the first heading. */
  lead: MarkdownNode[];
  sections: GuideSection[];
}

export interface GuideSection {
  /** The anchor, the same in every language. */
  id: string;
  title: string;
  nodes: MarkdownNode[];
}

const frontMatter = z.strictObject({
  title: z.string(),
  /** The title in the navigation. */
  label: z.string(),
  /** The text for search engines, the first page and llms.txt. */
  description: z.string(),
  /** The place in the navigation, where errors are 80 and the reference is 90. */
  order: z.int(),
});

/** Next bundles this file, so that only the working directory says where the project lies. */
const folder = () => join(/* turbopackIgnore: true */ process.cwd(), "docs/guides");
/** `## Title {#anchor}` */
const anchored = /^(.*) \{#([\w.-]+)\}$/;

/** Parsed guides by file; one that was edited, or whose rules were, is parsed again at the next request. */
const parsed = new Map<string, { text: string; guide: Guide }>();

export function guidesIn(language: Language): Guide[] {
  return globSync(`${language}/*.md`, { cwd: folder() })
    .map((file) => readGuide(language, file))
    .toSorted((one, other) => one.order - other.order);
}

function readGuide(language: Language, file: string): Guide {
  const text = withCatalogue(language, withRules(language, readFileSync(join(folder(), file), "utf8")));
  const before = parsed.get(file);
  if (before?.text === text) return before.guide;
  const guide = parseGuide(basename(file, ".md"), text);
  parsed.set(file, { text, guide });
  return guide;
}

/** Throws if the front matter or a section's anchor is missing. */
export function parseGuide(slug: string, text: string): Guide {
  const [front, ...nodes] = parser(text);
  if (front?.type !== RuleType.frontmatter) throw new Error(`the guide ${slug} has no front matter`);
  const starts = nodes.flatMap((node, index) => (node.type === RuleType.heading && node.level === 2 ? [index] : []));
  return {
    ...frontMatter.parse(parse(front.text.replaceAll(/^---$/gm, ""))),
    slug,
    href: slug === "index" ? "/docs" : `/docs/${slug}`,
    lead: nodes.slice(0, starts[0]),
    sections: starts.map((start, index) => ({
      ...readHeading(slug, nodes[start]),
      nodes: nodes.slice(start + 1, starts[index + 1]),
    })),
  };
}

export function readHeading(slug: string, node: MarkdownNode | undefined): { id: string; title: string } {
  const text =
    node?.type === RuleType.heading ? node.children.map((child) => (child.type === RuleType.text ? child.text : "")).join("") : "";
  const [, title, id] = anchored.exec(text) ?? [];
  if (title === undefined || id === undefined) throw new Error(`a heading of the guide ${slug} has no anchor: ${text}`);
  return { id, title };
}

interface DocsPageEntry {
  href: string;
  label: string;
  description: string;
}

/** The documentation pages in the order of the navigation: the guides, and the two generated pages. */
export function docsPages(language: Language): DocsPageEntry[] {
  const { errors, reference } = messages[language].docs;
  const generated = [
    { order: 80, href: "/docs/errors", label: errors.title, description: errors.description },
    { order: 90, href: "/docs/reference", label: reference.title, description: reference.description },
  ];
  return [...guidesIn(language), ...generated]
    .toSorted((one, other) => one.order - other.order)
    .map(({ href, label, description }) => ({ href, label, description }));
}

/** Next bundles this file, so that only the working directory says where the project lies. */
const rulesFolder = () => join(/* turbopackIgnore: true */ process.cwd(), "docs/rules");
/** English rules end with their sources; `docs/rules/fr` has those that partners read. */
const ruleLine = /^- <a id="([a-z-]+)-\d+"><\/a>\*\*[a-z-]+-\d+\*\* (.+?)(?: _\([^_]*\)_)?$/gm;
const placeholder = /^<Rules of="([a-z-]+)\.md#([a-z-]+)" \/>$/gm;

/** Replaces `<Rules of="contracts.md#create" />` by the rules create-1, create-2… as a list. Throws if there are none. */
function withRules(language: Language, guide: string): string {
  return guide.replaceAll(placeholder, (_line, page: string, section: string) => rulesOf(language, page, section));
}

function rulesOf(language: Language, page: string, section: string): string {
  const text = readFileSync(join(rulesFolder(), language === "en" ? "" : language, `${page}.md`), "utf8");
  const rules = Array.from(text.matchAll(ruleLine)).flatMap(([, name, rule = ""]) => (name === section ? [`- ${rule}`] : []));
  if (rules.length === 0) throw new Error(`the page ${page} has no rules of ${section} in ${language}`);
  return rules.join("\n");
}
