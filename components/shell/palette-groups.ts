import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import type { PressedAction } from "#components/kit/code/pressed-action.ts";
import { listsNamed, listsOfDay } from "#components/shell/named-lists.ts";
import type { PageFilter } from "#components/shell/page-filters.ts";
import type { SearchFieldName } from "#lib/account/search/schema.ts";
import { beginsNearly, rank, rankOf, withoutFillers, wordsOf } from "#lib/developer/search/rules/words.ts";
import type { Meaning } from "#lib/developer/search/rules/words.ts";
import type { FoundItem, FoundKind } from "#lib/developer/search/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** A page of the portal or the console. */
export interface PalettePage {
  title: string;
  href: string;
  /** The other environment, for a page of it. */
  hint?: string;
  /** Other words by which it is found. */
  words?: string;
  /** The filters by which its list is offered. */
  filters?: readonly PageFilter[];
  /** Whether its list is offered for a day. */
  isOfDays?: true;
}

/** The scope of a search: an environment first, all partners, or nothing. */
export type LookUp = Environment | "support" | "none";

/** A line of the palette, which leads somewhere or does something. */
export interface PaletteEntry {
  title: string;
  hint?: string;
  icon: FoundKind | DocsEntry["kind"] | "go" | "action" | "recent";
  to: string | (() => void);
  /** Other words by which it is found. */
  words?: string;
  /** The status of a thing that was found. */
  status?: string;
  /** The button that is pressed on the page that is opened. */
  press?: PressedAction;
}

export interface PaletteGroup {
  kind: "recent" | "things" | "containing" | "pages" | "lists" | "actions" | DocsEntry["kind"] | "mentions";
  entries: PaletteEntry[];
}

/** The sources of the palette's entries. */
export interface PaletteSources {
  /** The things that an identifier or a name finds, and those that contain the typed text somewhere. */
  items: readonly FoundItem[];
  pages: readonly PalettePage[];
  actions: readonly PaletteEntry[];
  docs: readonly DocsEntry[];
  nameOfKind: (kind: FoundKind) => string;
  nameOfEnvironment: (environment: Environment) => string;
  nameOfField: (field: SearchFieldName) => string;
  /** The title of a list with a filter. */
  nameOfList: (page: string, choice: string) => string;
  nameOfCover: (cover: NonNullable<FoundItem["cover"]>) => string;
  /** The title of a day such as `2026-11-12`. */
  nameOfDay: (day: string) => string;
  /** The present day. */
  today: string;
  /** The title of the line that leads to everything of a kind that contains the typed text, or to the look-up for all kinds. */
  nameOfAll: (kind: ListedKind | "anything") => string;
}

/** The kinds that have a list. */
const listedKinds = ["contracts", "claims", "products", "renewals", "renters", "calls", "events", "deliveries", "webhooks"] as const;
export type ListedKind = (typeof listedKinds)[number];

/** The lists of the console that can be searched; all else is in the look-up. */
const listedInConsole: readonly ListedKind[] = ["claims", "renters"];

/** The list of a kind with this search, if the viewer has its page. All webhooks are on one page, which has no search. */
export function listOf(kind: ListedKind, term: string, pages: readonly Pick<PalettePage, "href">[]): string | undefined {
  const page = pages.find(({ href }) => href.endsWith(`/${kind}`));
  if (page === undefined || (page.href.startsWith("/support/") && !listedInConsole.includes(kind))) return undefined;
  return kind === "webhooks" ? page.href : `${page.href}?${new URLSearchParams({ search: term })}`;
}

const docsKinds = ["page", "operation", "event", "error"] as const satisfies readonly DocsEntry["kind"][];
const maxOfKind = 6;
/** What people type before a number or a name, in both languages: "error 1051". */
const docsWords: Record<DocsEntry["kind"], string> = {
  page: "guide",
  operation: "endpoint",
  event: "event webhook événement",
  error: "error code erreur",
};
const textsOf = ({ title, hint = "", words = "" }: { title: string; hint?: string; words?: string }) => ({
  text: title,
  hint: `${hint} ${words}`,
});

const titlesOfDocs = ({ kind, title, hint, words = "" }: DocsEntry) => textsOf({ title, hint, words: `${docsWords[kind]} ${words}` });
const textsOfDocs = (entry: DocsEntry) => {
  const { text, hint } = titlesOfDocs(entry);
  return { text, hint: `${hint} ${entry.body ?? ""}` };
};

/** A kind of event leads to its events, where the viewer has their page. */
const documentedIn =
  (pages: readonly PalettePage[]) =>
  ({ kind, title, hint, href }: DocsEntry): PaletteEntry => {
    const events = kind === "event" ? pages.find((page) => page.href.endsWith("/events")) : undefined;
    return { title, hint, icon: kind, to: events === undefined ? href : `${events.href}?${new URLSearchParams({ eventType: title })}` };
  };
const goTo = ({ title, hint, href, words }: PalettePage): PaletteEntry => ({
  title,
  ...(hint !== undefined && { hint }),
  icon: "go",
  to: href,
  ...(words !== undefined && { words }),
});

/**
 * Groups the entries for a text: things that it names, then pages by their titles, actions by their titles and other words, things that
 * contain it, and the documentation by its titles. Then come the pages that only their other words fit, and the guides that mention it.
 * The words around a question do not count where nothing has them. Pages and actions forgive a typing error where nothing else is found.
 */
export function groupsFor(term: string, sources: PaletteSources): PaletteGroup[] {
  const { items: found, pages, actions, docs, nameOfKind, nameOfEnvironment, nameOfField, nameOfCover, nameOfList, nameOfAll } = sources;
  const ofDay = listsOfDay(term, pages, sources.today).map(({ choice, ...list }) => ({ ...list, choice: sources.nameOfDay(choice) }));
  const entryOf = ({ kind, title, hint, environment, href, field, status, cover }: FoundItem): PaletteEntry => ({
    title,
    hint: [
      nameOfKind(kind),
      cover === undefined ? "" : nameOfCover(cover),
      hint,
      environment === undefined ? "" : nameOfEnvironment(environment),
      field === undefined ? "" : nameOfField(field),
    ]
      .filter((text) => text !== "")
      .join(" · "),
    icon: kind,
    to: href,
    ...(status !== undefined && { status }),
  });
  const entriesOf = (shown: readonly FoundItem[]) => [
    ...shown.map(entryOf),
    ...alls(shown, term, pages).map(({ kind, to }): PaletteEntry => ({ title: nameOfAll(kind), icon: "go", to })),
  ];
  // What begins with the text goes first. A fragment is after the pages and actions that its letters name.
  const allNamed = found.filter((item) => isNamed(term, item)).toSorted((one, other) => placeOf(term, one) - placeOf(term, other));
  // A page that is called so goes before things that only contain the word.
  const isOfPage = pages.some((page) => hasWord(page, term));
  const [named, rest] = isOfPage ? divide(allNamed, ({ title }) => isSame(title, term)) : [allNamed, []];
  const containing = [...rest, ...found.filter((item) => !isNamed(term, item))];
  const documented = documentedIn(pages);
  const { titled, mentions } = documentedFor(foundBy(term, docs, textsOfDocs), docs);
  // Many identifiers contain three given digits. The code of an error means the error.
  const isErrorCode =
    /^\d+$/.test(term) && (titled.get("error") ?? []).some(({ title, hint }) => wordsOf(`${title} ${hint}`).includes(term));
  // Few letters are in an identifier by chance, also in that of what a call or an event is about.
  const isByChance = term.trim().length < shortestGiven && containing.every(({ field }) => field === "id" || field === "about");
  const titledGroups = docsKinds.map((kind) => ({ kind, entries: (titled.get(kind) ?? []).map(documented) }));
  const containingGroup: PaletteGroup = { kind: "containing", entries: entriesOf(containing) };
  const offered = { pages: pages.map(goTo), actions };
  const lists = [...listsNamed(term, pages), ...ofDay].map(({ page, choice, href }): PaletteEntry => ({
    title: nameOfList(page.title, choice),
    icon: "go",
    to: href,
  }));
  const meant = foundBy(term, [...offered.pages, ...actions], textsOf);
  const { titledPages, fitting, otherPages } = offers(meant, offered);
  const groups: PaletteGroup[] = [
    { kind: "things", entries: entriesOf(named) },
    ...titledPages,
    { kind: "lists", entries: lists },
    fitting,
    ...(isOfPage && containing.length > 0 ? otherPages : []),
    ...(isErrorCode || isByChance ? [...titledGroups, containingGroup] : [containingGroup, ...titledGroups]),
    ...(isOfPage && containing.length > 0 ? [] : otherPages),
    { kind: "mentions", entries: mentions.slice(0, maxOfKind).map(documented) },
  ];
  const filled = groups.filter(({ entries }) => entries.length > 0);
  if (filled.length > 0) return filled;
  const near = offers(meant, offered, beginsNearly);
  return [...near.titledPages, near.fitting, ...near.otherPages].filter(({ entries }) => entries.length > 0);
}

const isSame = (title: string, term: string) => wordsOf(title).join(" ") === wordsOf(term).join(" ");

function divide<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter((item) => isFirst(item)), items.filter((item) => !isFirst(item))];
}

/** Whether the text is one word, which the page is called or found by, in the singular or plural. */
function hasWord({ title, words = "" }: PalettePage, term: string): boolean {
  const typed = wordsOf(term);
  const [only = ""] = typed;
  return typed.length === 1 && wordsOf(`${title} ${words}`).some((word) => word === only || word === `${only}s` || `${word}s` === only);
}

/** The lists that hold the rest of each kind of which only the first things are shown. */
function alls(shown: readonly FoundItem[], term: string, pages: readonly PalettePage[]): { kind: ListedKind | "anything"; to: string }[] {
  const cut = new Set(shown.filter(({ hasMore }) => hasMore === true).map(({ kind }) => kind));
  const listed = listedKinds.flatMap((kind) => {
    const to = cut.has(kind) ? listOf(kind, term, pages) : undefined;
    return to === undefined ? [] : [{ kind, to }];
  });
  const lookUp = listed.length < cut.size ? pages.find(({ href }) => href.endsWith("/lookup")) : undefined;
  return [
    ...listed,
    ...(lookUp === undefined ? [] : [{ kind: "anything" as const, to: `${lookUp.href}?${new URLSearchParams({ q: term })}` }]),
  ];
}

const isWhole: Meaning = (word, typed) => word === typed;

/** People give at least so many signs of an identifier. */
const shortestGiven = 5;

/**
 * The actions that fit a text, and the pages: before the actions if it is in the title of one, otherwise last. Whole words of pages only
 * also go before actions that they begin, and several of them before the documentation.
 */
function offers(term: string, { pages, actions }: { pages: readonly PaletteEntry[]; actions: readonly PaletteEntry[] }, means?: Meaning) {
  const pageGroup: PaletteGroup = { kind: "pages", entries: rank(term, pages, textsOf, means) };
  const fitting: PaletteGroup = { kind: "actions", entries: rank(term, actions, textsOf, means) };
  const hasWhole = (entries: readonly PaletteEntry[]) => rank(term, entries, textsOf, isWhole).length > 0;
  // "renouvelé" is about renewals, though an action is found by "renouveler".
  const isMeant = (fitting.entries.length > 0 || wordsOf(term).length > 1) && hasWhole(pages) && !hasWhole(actions);
  const isPageNamed = isMeant || pages.some(({ title }) => rankOf(term, title, "", means) !== undefined);
  return { titledPages: isPageNamed ? [pageGroup] : [], fitting, otherPages: isPageNamed ? [] : [pageGroup] };
}

/** The text as it is typed, or without the words around what is looked for, where no entry has them. */
function foundBy<Entry>(term: string, entries: readonly Entry[], textsIn: (entry: Entry) => { text: string; hint: string }): string {
  const isFound = entries.some((entry) => {
    const { text, hint } = textsIn(entry);
    return rankOf(term, text, hint) !== undefined;
  });
  return isFound ? term : withoutFillers(term);
}

/** The documentation by its titles, a few of each kind, and the guides that mention the text. */
function documentedFor(term: string, docs: readonly DocsEntry[]): { titled: Map<DocsEntry["kind"], DocsEntry[]>; mentions: DocsEntry[] } {
  const titled = new Map(
    docsKinds.map((kind) => [
      kind,
      rank(
        term,
        docs.filter((entry) => entry.kind === kind),
        titlesOfDocs,
      ).slice(0, maxOfKind),
    ]),
  );
  const titledEntries = new Set([...titled.values()].flat());
  const mentions = rank(
    term,
    docs.filter((entry) => entry.body !== undefined && !titledEntries.has(entry)),
    ({ title, body = "" }) => ({ text: body, hint: title }),
  );
  return { titled, mentions };
}

const namedKinds: readonly FoundKind[] = ["contracts", "claims", "products", "renters", "webhooks", "partners", "people"];

function isNamed(term: string, { kind, title, hint, field }: FoundItem): boolean {
  return field === undefined || (namedKinds.includes(kind) && rankOf(term, title, hint) !== undefined);
}

/** What its identifier finds goes first, then what its title names, then what its details name. */
function placeOf(term: string, { title, field }: FoundItem): number {
  return field === undefined ? -1 : (rankOf(term, title) ?? Infinity);
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
