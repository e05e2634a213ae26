import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RuleType } from "markdown-to-jsx/markdown";
import { describe, expect, test } from "vitest";
import { Covergate } from "#clients/typescript/src/client.ts";
import { guidesIn, parseGuide, readHeading } from "#components/docs/guides/guides.ts";
import type { Guide, MarkdownNode } from "#components/docs/guides/guides.ts";
import { chapters, operationHref } from "#components/docs/reference/reference-labels.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";

const root = join(import.meta.dirname, "../../..");
const english = guidesIn("en");
const french = guidesIn("fr");
const names = english.map(({ slug }) => slug);
const ofSlug = (guides: readonly Guide[], slug: string) => guides.find((guide) => guide.slug === slug) as Guide;

/** The nodes of a guide and those within them, in their order. */
function walk(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  return nodes.flatMap((node) => {
    const inner = "items" in node ? node.items.flat() : "cells" in node ? [...node.header, ...node.cells.flat()].flat() : [];
    return [node, ...walk("children" in node ? (node.children ?? []) : inner)];
  });
}

const nodesOf = ({ lead, sections }: Guide) => walk([...lead, ...sections.flatMap(({ nodes }) => nodes)]);
const anchorsOf = (guide: Guide) => [
  ...guide.sections.map(({ id }) => id),
  ...nodesOf(guide).flatMap((node) => (node.type === RuleType.heading ? [readHeading(guide.slug, node).id] : [])),
];
const linksOf = (guide: Guide) => nodesOf(guide).flatMap((node) => (node.type === RuleType.link ? [node.target ?? ""] : []));
/** Components and blocks of code, whose titles alone are in the language of the guide. */
const figuresOf = (guide: Guide) =>
  nodesOf(guide).flatMap((node): unknown[] => {
    if (node.type === RuleType.codeBlock) return [node.text];
    if (node.type !== RuleType.htmlBlock && node.type !== RuleType.htmlSelfClosing) return [];
    const { title: _title, ...attributes } = node.attrs ?? {};
    return [[node.tag, attributes]];
  });

/** The methods of a resource of the client library, and of what it holds. */
function methodsOf(resource: object): string[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter((name) => name !== "constructor");
  const inner = Object.entries(resource).flatMap(([name, held]) => methodsOf(held as object).map((method) => `${name}.${method}`));
  return [...own, ...inner];
}

test.each([
  ["English", english],
  ["French", french],
])("the guide of the client libraries names every method in %s", (_language, guides) => {
  const table = nodesOf(ofSlug(guides, "client-libraries")).find((node) => node.type === RuleType.table) ?? expect.fail();
  const textsOf = (nodes: readonly MarkdownNode[]) => nodes.flatMap((node) => (node.type === RuleType.codeInline ? [node.text] : []));
  const named = table.cells.map((cells) => cells.map(textsOf)).map(([resource, methods]) => [resource?.[0], methods?.toSorted()]);
  const { webhooks, ...resources } = new Covergate({ apiKey: "cg_test" });
  const there = Object.entries(resources).map(([name, resource]) => [name, methodsOf(resource).toSorted()]);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries([...there, ["webhooks", Object.keys(webhooks)]]));
});

test.each([
  ["English", english],
  ["French", french],
])("the guide of webhooks names what dates each kind of data in %s", (_language, guides) => {
  const named = nodesOf(ofSlug(guides, "webhooks")).flatMap((node) => (node.type === RuleType.codeInline ? [node.text] : []));
  const dates = Object.values(eventSamples).flatMap((data) => Object.keys(data).filter((name) => name.startsWith("updated")));
  expect(new Set(named.filter((text) => text.startsWith("updated")))).toEqual(new Set(dates));
});

test("every language has the same guides, in the same order", () => {
  expect(names).toContain("webhooks");
  expect(french.map(({ slug, order }) => [slug, order])).toEqual(english.map(({ slug, order }) => [slug, order]));
  expect(new Set(english.map(({ order }) => order)).size).toBe(english.length);
});

describe.each(names)("the guide %s", (slug) => {
  const [en, fr] = [ofSlug(english, slug), ofSlug(french, slug)];

  test("has the same anchors, figures and links in every language", () => {
    expect(anchorsOf(fr)).toEqual(anchorsOf(en));
    expect(new Set(anchorsOf(en)).size).toBe(anchorsOf(en).length);
    expect(figuresOf(fr)).toEqual(figuresOf(en));
    expect(linksOf(fr)).toEqual(linksOf(en));
  });

  test("links only to existing pages and anchors", () => {
    const links = linksOf(en).map((href) => (href.startsWith("#") ? `${en.href}${href}` : href));
    expect(links.filter((href) => href.startsWith("/docs") && !isThere(href))).toEqual([]);
  });

  test("follows French punctuation in French", () => {
    const text = readFileSync(join(root, "docs/guides/fr", `${slug}.md`), "utf8");
    const sentences = text.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`|^\w+:|^> \[!\w+\]|!?\]\([^)]*\)|<\w[^>]*>|^[| -]+$/gm, "");
    expect(sentences).not.toMatch(/(?:^|[^\u00A0\u202F?!])[?!;:»](?=\s|$)|'/mu);
    expect(text).not.toMatch(/(?<!\p{L})(?:r?envois?)(?!\p{L})/iu);
  });
});

test("every guide that the portal links to exists", () => {
  const code = globSync("{app,components}/**/*.tsx", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
  const links = code.flatMap((text) => Array.from(text.matchAll(/"(\/docs\/[a-z-]+(?:#\w+)?)"/g), ([, href = ""]) => href));
  expect(links).toContain("/docs/webhooks#verify");
  expect(links.filter((href) => !isThere(href))).toEqual([]);
});

test("the changelog starts with the API's version", () => {
  expect(ofSlug(english, "changelog").sections[0]?.id).toBe(buildDocument("").info.version);
});

test("a guide without front matter, or a heading without an anchor, is refused", () => {
  const front = "---\ntitle: T\nlabel: L\ndescription: D\norder: 1\n---\n\n";
  expect(parseGuide("whole", `${front}Lead.\n\n## Title {#anchor}\n\nText.\n`).sections).toMatchObject([{ id: "anchor", title: "Title" }]);
  expect(() => parseGuide("bare", "# Title\n")).toThrow("no front matter");
  expect(() => parseGuide("unknown", front.replace("label", "name"))).toThrow("label");
  expect(() => parseGuide("loose", `${front}## Title\n`)).toThrow("no anchor: Title");
});

/** True if a link of the documentation leads to a page, and to a place on it that exists. */
function isThere(href: string): boolean {
  const [path = "", anchor] = href.split("#");
  const guide = english.find((each) => each.href === path);
  if (guide !== undefined) return anchor === undefined || anchorsOf(guide).includes(anchor);
  if (anchor !== undefined && path === "/docs/errors") return Object.hasOwn(errorCatalogue, anchor);
  if (anchor !== undefined) return endpoints.some(({ id }) => operationHref(id) === href);
  return [
    "/docs/errors",
    "/docs/reference",
    "/docs/reference/webhooks",
    ...[...chapters.keys()].map((slug) => `/docs/reference/${slug}`),
  ].includes(path);
}
