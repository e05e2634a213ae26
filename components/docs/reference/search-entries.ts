import { astToMarkdown } from "markdown-to-jsx/markdown";
import { docsPages, guidesIn } from "#components/docs/guides/guides.ts";
import type { MarkdownNode } from "#components/docs/guides/guides.ts";
import { wordsOf } from "#components/docs/reference/error-groups.ts";
import { chapters, operationHref, webhookChapter } from "#components/docs/reference/reference-labels.ts";
import { webhooksTag } from "#lib/api/openapi/webhooks.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { wordsOfType } from "#lib/delivery/events/emit.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { wordsOf as wordsIn } from "#lib/developer/search/rules/words.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

export interface DocsEntry {
  kind: "page" | "operation" | "event" | "error";
  title: string;
  hint: string;
  href: string;
  /** Other words by which it is found. */
  words?: string;
  /** The words of a guide's section. */
  body?: string;
}

const shortestWord = 4;

export function searchEntries(language: Language): DocsEntry[] {
  const { docs } = messages[language];
  const words = wordsOf(language);
  return [
    ...docsPages(language).map(({ href, label }): DocsEntry => ({ kind: "page", title: label, hint: docs.navigation, href })),
    ...guidesIn(language).flatMap(({ href, label, sections }) =>
      sections.map(({ id, title, nodes }): DocsEntry => ({ kind: "page", title, hint: label, href: `${href}#${id}`, body: bodyOf(nodes) })),
    ),
    ...[...chapters].map(([slug, { tag }]): DocsEntry => ({
      kind: "page",
      title: tag,
      hint: docs.reference.title,
      href: `/docs/reference/${slug}`,
    })),
    ...endpoints.map(({ id, summary, method, path }): DocsEntry => ({
      kind: "operation",
      title: summary,
      hint: `${method} ${path}`,
      words: "endpoint",
      href: operationHref(id),
    })),
    ...eventTypes.map((type): DocsEntry => ({
      kind: "event",
      title: type,
      hint: webhooksTag.name,
      words: `event webhook événement ${wordsOfType(type)}`,
      href: `/docs/reference/${webhookChapter}#${type}`,
    })),
    ...(Object.keys(errorCatalogue) as ErrorName[]).map((name): DocsEntry => ({
      kind: "error",
      title: `${errorCatalogue[name].code} ${words[name].meaning}`,
      hint: `${errorCatalogue[name].status} ${name}`,
      words: "error code erreur",
      href: `/docs/errors#${name}`,
    })),
  ];
}

/** Each word of the text once, without addresses of links and names of components. */
function bodyOf(nodes: MarkdownNode[]): string {
  const text = astToMarkdown(nodes).replaceAll(/\]\([^)]*\)|<[^>]*>/g, " ");
  return [...new Set(wordsIn(text).filter((word) => word.length >= shortestWord))].join(" ");
}
