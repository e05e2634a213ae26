import MiniSearch from "minisearch";
import type { SearchResult } from "minisearch";
import { markdownOf, markdownPaths } from "#components/docs/as-markdown.ts";
import { apiAddress } from "#components/docs/samples/api-address.ts";

export interface DocumentedPage {
  title: string;
  /** Absolute address of its Markdown. */
  url: string;
  path: string;
}

let pages: DocumentedPage[] | undefined;

export function documentedPages(now: Date): DocumentedPage[] {
  pages ??= markdownPaths().map((path) => {
    const url = new URL(path === "" ? "/docs.md" : `/docs/${path}.md`, apiAddress()).href;
    return { title: /^# (.+)$/m.exec(markdownOf(path, now) ?? "")?.[1] ?? path, url, path };
  });
  return pages;
}

interface Section {
  id: number;
  page: string;
  title: string;
  url: string;
  text: string;
}

/** Characters of one section, so that several fit into an assistant's context. */
const excerptLength = 1500;

let index: MiniSearch<Section> | undefined;

/** Returns the best-matching sections of the documentation, best first. */
export function searchDocumentation(query: string, count: number, now: Date): Section[] {
  index ??= makeIndex(now);
  const results = index.search(query, { prefix: true, fuzzy: 0.15, boost: { title: 3, page: 1.5 } });
  return results.slice(0, count) as (SearchResult & Section)[];
}

function makeIndex(now: Date): MiniSearch<Section> {
  const sections = documentedPages(now).flatMap(({ title: page, url, path }) =>
    (markdownOf(path, now) ?? "").split(/^(?=##? )/m).map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return { page, title: heading.replace(/^#+ /, ""), url, text: lines.join("\n").trim().slice(0, excerptLength) };
    }),
  );
  const made = new MiniSearch<Section>({ fields: ["title", "page", "text"], storeFields: ["page", "title", "url", "text"] });
  made.addAll(sections.map((section, id) => ({ id, ...section })));
  return made;
}
