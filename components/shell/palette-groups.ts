import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import { rank } from "#lib/developer/search/rules/words.ts";
import type { FoundItem, FoundKind } from "#lib/developer/search/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** A page of the portal or the console. */
export interface PalettePage {
  title: string;
  href: string;
}

/** The scope of a search: an environment first, all partners, or nothing. */
export type LookUp = Environment | "support" | "none";

/** A line of the palette, which leads somewhere or does something. */
export interface PaletteEntry {
  title: string;
  hint?: string;
  icon: FoundKind | DocsEntry["kind"] | "go" | "action" | "recent";
  to: string | (() => void);
}

export interface PaletteGroup {
  kind: "recent" | "things" | "pages" | "actions" | DocsEntry["kind"] | "mentions";
  entries: PaletteEntry[];
}

/** The sources of the palette's entries. */
export interface PaletteSources {
  /** The things whose identifier, number or name matches the typed text. */
  items: readonly FoundItem[];
  pages: readonly PalettePage[];
  actions: readonly PaletteEntry[];
  docs: readonly DocsEntry[];
  nameOfKind: (kind: FoundKind) => string;
}

const docsKinds = ["page", "operation", "event", "error"] as const satisfies readonly DocsEntry["kind"][];
const maxOfKind = 6;
const textsOf = ({ title, hint = "" }: { title: string; hint?: string }) => ({ text: title, hint });

const documented = ({ kind, title, hint, href }: DocsEntry): PaletteEntry => ({ title, hint, icon: kind, to: href });
const goTo = ({ title, href }: PalettePage): PaletteEntry => ({ title, icon: "go", to: href });

/**
 * Groups the entries for a text: things that match, then pages, actions and the documentation by the first words of their titles, then
 * the guides that mention it.
 */
export function groupsFor(term: string, { items: found, pages, actions, docs, nameOfKind }: PaletteSources): PaletteGroup[] {
  const things = found.map(({ kind, title, hint, href }): PaletteEntry => ({
    title,
    hint: `${nameOfKind(kind)} · ${hint}`,
    icon: kind,
    to: href,
  }));
  const titled = new Map(
    docsKinds.map((kind) => [
      kind,
      rank(
        term,
        docs.filter((entry) => entry.kind === kind),
        textsOf,
      ).slice(0, maxOfKind),
    ]),
  );
  const named = new Set([...titled.values()].flat());
  const mentions = rank(
    term,
    docs.filter((entry) => entry.body !== undefined && !named.has(entry)),
    ({ title, body = "" }) => ({ text: body, hint: title }),
  );
  const groups: PaletteGroup[] = [
    { kind: "things", entries: things },
    { kind: "pages", entries: rank(term, pages.map(goTo), textsOf) },
    { kind: "actions", entries: rank(term, actions, textsOf) },
    ...docsKinds.map((kind) => ({ kind, entries: (titled.get(kind) ?? []).map(documented) })),
    { kind: "mentions", entries: mentions.slice(0, maxOfKind).map(documented) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Groups the entries that are offered before anything is typed. */
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
