import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { rank } from "#lib/search/rules/words.ts";
import type { Found, FoundKind } from "#lib/search/schema.ts";

/** A page of the portal or the console. */
export interface PalettePage {
  title: string;
  href: string;
}

/** Where things are looked for: in an environment first, among all partners, or nowhere. */
export type LookUp = Environment | "support" | "none";

/** A line of the palette, which leads somewhere or does something. */
export interface PaletteEntry {
  title: string;
  hint?: string;
  /** Looked through too, and not shown. */
  body?: string;
  icon: FoundKind | DocsEntry["kind"] | "go" | "action" | "recent";
  to: string | (() => void);
}

export interface PaletteGroup {
  kind: "recent" | "things" | "pages" | "actions" | DocsEntry["kind"];
  entries: PaletteEntry[];
}

/** What the palette chooses from. */
export interface PaletteSources {
  /** What has the identifier, number or name that is typed. */
  found: readonly Found[];
  pages: readonly PalettePage[];
  actions: readonly PaletteEntry[];
  docs: readonly DocsEntry[];
  nameOfKind: (kind: FoundKind) => string;
}

const docsKinds = ["page", "operation", "event", "error"] as const satisfies readonly DocsEntry["kind"][];
const maxOfKind = 6;
const textsOf = ({ title, hint = "", body = "" }: PaletteEntry) => ({ text: title, hint, body });

const goTo = ({ title, href }: PalettePage): PaletteEntry => ({ title, icon: "go", to: href });

/** What is offered for a text: what was found, then pages, actions and the documentation by the words they begin with. */
export function groupsFor(term: string, { found, pages, actions, docs, nameOfKind }: PaletteSources): PaletteGroup[] {
  const things = found.map(({ kind, title, hint, href }): PaletteEntry => ({
    title,
    hint: `${nameOfKind(kind)} · ${hint}`,
    icon: kind,
    to: href,
  }));
  const groups: PaletteGroup[] = [
    { kind: "things", entries: things },
    { kind: "pages", entries: rank(term, pages.map(goTo), textsOf) },
    { kind: "actions", entries: rank(term, actions, textsOf) },
    ...docsKinds.map((kind) => {
      const ofKind = docs
        .filter((entry) => entry.kind === kind)
        .map(({ title, hint, href, body }): PaletteEntry => ({ title, hint, icon: kind, to: href, ...(body !== undefined && { body }) }));
      return { kind, entries: rank(term, ofKind, textsOf).slice(0, maxOfKind) };
    }),
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** What is offered before anything is typed. */
export function groupsAtFirst(
  recents: readonly PalettePage[],
  { pages, actions }: Pick<PaletteSources, "pages" | "actions">,
): PaletteGroup[] {
  const groups: PaletteGroup[] = [
    { kind: "recent", entries: recents.map(({ title, href }) => ({ title, icon: "recent", to: href })) },
    { kind: "pages", entries: pages.map(goTo) },
    { kind: "actions", entries: [...actions] },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
