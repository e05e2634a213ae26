import { guidesIn } from "#components/docs/guides.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

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
