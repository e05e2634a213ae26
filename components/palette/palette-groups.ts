import MiniSearch from "minisearch";
import type { SearchResult } from "minisearch";
import type { DocsEntry } from "#components/docs/reference/search-entries.ts";
import type { PressedAction } from "#components/kit/code/copy-button.tsx";
import { wordsOfChoice } from "#components/kit/filters/choices-named.ts";
import type { SearchFieldName } from "#lib/account/search/schema.ts";
import { beginsWords, withoutFillers, wordsOf } from "#lib/developer/search/rules/words.ts";
import type { FoundItem, FoundKind } from "#lib/developer/search/schema.ts";
import { typedDay } from "#lib/developer/search/typed-dates.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { editDistance } from "#lib/platform/text/edit-distance.ts";
import { dateOf, endOfDay, insurerZone, startOfDay } from "#lib/platform/time/calendar.ts";

/** A page of the portal or the console. */
export interface PalettePage {
  title: string;
  href: string;
  /** The other environment, for a page of it. */
  hint?: string;
  /** Other words by which it is found. */
  words?: string;
  /** The choices of its list's filters by which it is offered. */
  choices?: readonly { name: string; value: string; label: string }[];
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

/** The groups that the words of their entries find. */
type OfferedKind = "pages" | "lists" | "actions" | DocsEntry["kind"];

export interface PaletteGroup {
  kind: "recent" | "things" | "days" | "containing" | OfferedKind | "mentions";
  entries: PaletteEntry[];
}

interface Offer extends PaletteEntry {
  id: number;
  kind: OfferedKind;
  /** The words of a choice, of which one has to be typed. */
  choice?: string;
  /** The words of a guide. */
  body?: string;
}

interface Hit {
  offer: Offer;
  kind: OfferedKind | "mentions";
  /** True if all words that are typed are whole. */
  isWhole: boolean;
}

/** Finds what is offered, the best first; with typing errors where it is told to. */
export type SearchOffers = (typed: string, options?: { isFuzzy: boolean }) => Hit[];

const boost = { title: 12, choice: 8, words: 3, body: 0.1 };
const weightOf: Record<OfferedKind, number> = { lists: 5, actions: 3.5, pages: 3.3, page: 1.3, operation: 1, event: 0.9, error: 0.9 };
/** Without the ending of a plural or of a French participle. */
const stemOf = (word: string) => (word.length < 4 ? word : word.replace(/e{0,2}s?$/, ""));

function textsOf({
  id,
  kind,
  title,
  hint = "",
  words = "",
  choice = "",
  body = "",
}: Offer): Record<keyof typeof boost | "id", string | number> {
  return { id, title: kind === "lists" ? "" : title, choice, words: `${hint} ${words}`, body };
}

/** Ranks pages, lists with a filter, actions and the documentation by their words (rules/search.md#palette-1). */
export function makeSearch(
  pages: readonly PalettePage[],
  actions: readonly PaletteEntry[],
  docs: readonly DocsEntry[],
  say: Say,
): SearchOffers {
  const events = pages.find(({ href }) => href.endsWith("/events"));
  // Deliveries share words such as "cancelled", and are seldom meant by them.
  const lists = pages.toSorted((one, other) => Number(one.href.endsWith("/deliveries")) - Number(other.href.endsWith("/deliveries")));
  const offers: Omit<Offer, "id">[] = [
    ...pages.map((page) => ({ ...goTo(page), kind: "pages" as const })),
    ...lists.flatMap((page) =>
      (page.choices ?? []).map((choice) => ({
        ...{ ...listOfPage(page, { [choice.name]: choice.value }, choice.label, say), kind: "lists" as const },
        ...{ words: `${page.title} ${page.words}`, choice: wordsOfChoice(choice) },
      })),
    ),
    ...actions.map((action) => ({ ...action, kind: "actions" as const })),
    // A kind of event leads to its events, where the viewer has their page.
    ...docs.map(({ href, ...entry }) => ({
      ...{ ...entry, icon: entry.kind },
      to: entry.kind === "event" && events !== undefined ? `${events.href}?${new URLSearchParams({ eventType: entry.title })}` : href,
    })),
  ];
  const byId = new Map(offers.map((offer, id) => [id, { ...offer, id }]));
  const index = new MiniSearch<Offer>({
    fields: Object.keys(boost),
    // A list is found by its page and its choice.
    extractField: (offer, field) => textsOf(offer)[field as keyof typeof boost | "id"] as string,
    tokenize: wordsOf,
    processTerm: stemOf,
    searchOptions: {
      ...{ combineWith: "AND", prefix: true, weights: { prefix: 0.2, fuzzy: 0.2 }, boost },
      boostDocument: (id: number) => weightOf[byId.get(id)?.kind ?? "page"],
    },
  });
  index.addAll([...byId.values()]);
  return (typed, { isFuzzy } = { isFuzzy: false }) => {
    const fuzzy = (word: string) => (isFuzzy && /^\p{L}{5,}$/u.test(word) ? 2 : false);
    return index.search(withoutFillers(typed) || typed, { fuzzy }).flatMap((result): Hit[] => {
      const offer = byId.get(result.id as number);
      const fields = Object.values(result.match).flat();
      const isWhole = result.queryTerms.every((word) => word in result.match);
      const isMeant = offer?.kind === "lists" ? isWhole && fields.includes("choice") : !isFuzzy || isNearly(result);
      if (offer === undefined || !isMeant) return [];
      return [{ offer, kind: fields.every((field) => field === "body") ? "mentions" : offer.kind, isWhole }];
    });
  };
}

/** Whether each word has one error at most: a letter is missing, added or exchanged after the first, or two are swapped. */
function isNearly({ queryTerms, terms }: SearchResult): boolean {
  return queryTerms.every((typed) =>
    terms.some((word) => word.startsWith(typed) || (word.startsWith(typed.charAt(0)) && editDistance(word, typed) === 1)),
  );
}

function goTo({ title, hint, href, words }: PalettePage): PaletteEntry {
  return { title, ...(hint !== undefined && { hint }), icon: "go", to: href, ...(words !== undefined && { words }) };
}

/** The kinds that have a list. */
const listedKinds = ["contracts", "claims", "products", "renewals", "renters", "calls", "events", "deliveries", "webhooks"] as const;
export type ListedKind = (typeof listedKinds)[number];

/** The list of a kind with this search, if the viewer has its page; in the console only some can be searched. All webhooks are on one page. */
export function listOf(kind: ListedKind, term: string, pages: readonly Pick<PalettePage, "href">[]): string | undefined {
  const page = pages.find(({ href }) => href.endsWith(`/${kind}`));
  if (page === undefined || (page.href.startsWith("/support/") && kind !== "claims" && kind !== "renters")) return undefined;
  return kind === "webhooks" ? page.href : `${page.href}?${new URLSearchParams({ search: term })}`;
}

function listOfPage({ title, href }: PalettePage, query: Record<string, string>, choice: string, say: Say): PaletteEntry {
  return { title: `${title}${say("palette.joined")}${choice}`, icon: "go", to: `${href}?${new URLSearchParams(query)}` };
}

/** Translates the words of the shell. */
export type Say = (
  key:
    | "palette.joined"
    | `palette.kindsOfThings.${FoundKind}`
    | `palette.fields.${SearchFieldName}`
    | `palette.all.${ListedKind | "anything"}`
    | `environments.${Environment}`,
  values?: { text: string },
) => string;

/** The entries that the palette has before anything is typed. */
export interface PaletteSources {
  /** The things that an identifier or a name finds, and those that contain the typed text somewhere. */
  items: readonly FoundItem[];
  pages: readonly PalettePage[];
  search: SearchOffers;
  now: Date;
  say: Say;
  nameOfCover: (cover: NonNullable<FoundItem["cover"]>) => string;
  /** The title of a day that begins then. */
  nameOfDay: (start: Date) => string;
}

/** People give at least so many signs of an identifier. */
const shortestGiven = 5;
const maxOfKind = 6;

/**
 * Groups the entries for a text: things that it names, then pages, lists and actions as the index ranks them, things that contain it
 * somewhere, and the documentation.
 */
export function groupsFor(term: string, sources: PaletteSources): PaletteGroup[] {
  const { items, search } = sources;
  const hits = search(term);
  const near = () => search(term, { isFuzzy: true }).filter(({ kind }) => kind === "pages" || kind === "actions");
  const groups = [...Map.groupBy(hits.length + items.length > 0 ? hits : near(), ({ kind }) => kind)].map(([kind, found]): PaletteGroup => {
    return { kind, entries: found.slice(0, maxOfKind).map(({ offer }) => offer) };
  });
  // A page that has the word goes before things that are not called so.
  const isOfPage = hits.some(({ kind, isWhole }) => kind === "pages" && isWhole);
  const isSame = (title: string) => wordsOf(title).join(" ") === wordsOf(term).join(" ");
  const isNamed = ({ title, hint, field }: FoundItem) => !field || isSame(title) || (!isOfPage && beginsWords(term, `${title} ${hint}`));
  const containing = items.filter((item) => !isNamed(item));
  // Matches of the identifier go first, then those of the title, then those of the details.
  const placeOf = ({ title, field }: FoundItem) => (!field ? 0 : beginsWords(term, title) ? 1 : 2);
  const named = items.filter((item) => isNamed(item)).toSorted((one, other) => placeOf(one) - placeOf(other));
  // Few letters are in an identifier by chance, and the number of an error means the error.
  const isByChance =
    term.trim().length < shortestGiven &&
    (containing.every(({ field }) => field === "id" || field === "about") || hits.some(({ kind, isWhole }) => kind === "error" && isWhole));
  const isFirst = ({ kind }: PaletteGroup) =>
    containing.length === 0 || isByChance || kind === "pages" || kind === "lists" || kind === "actions";
  return [
    { kind: "things" as const, entries: entriesOf(named, term, sources) },
    { kind: "days" as const, entries: listsOfDay(term, sources) },
    ...groups.filter(isFirst),
    { kind: "containing" as const, entries: entriesOf(containing, term, sources) },
    ...groups.filter((group) => !isFirst(group)),
  ].filter(({ entries }) => entries.length > 0);
}

/** The lists of the day that is typed, in the insurer's zone (rules/search.md#palette-3). */
function listsOfDay(term: string, { pages, now, say, nameOfDay }: PaletteSources): PaletteEntry[] {
  const day = typedDay(term, dateOf(now, insurerZone));
  if (day === undefined) return [];
  const start = startOfDay(day, insurerZone);
  const range = { from: start.toISOString(), to: endOfDay(day, insurerZone).toISOString() };
  return pages.filter(({ isOfDays }) => isOfDays).map((page) => listOfPage(page, range, nameOfDay(start), say));
}

/** Lines of things, then lines that lead to the rest of each kind of which only the first are shown: to its list, or to the look-up. */
function entriesOf(found: readonly FoundItem[], text: string, { pages, say, nameOfCover }: PaletteSources): PaletteEntry[] {
  const entries = found.map(({ kind, title, hint, environment, href, field, status, cover }): PaletteEntry => {
    const facts = [
      ...[say(`palette.kindsOfThings.${kind}`), cover ? nameOfCover(cover) : "", hint],
      ...[environment ? say(`environments.${environment}`) : "", field ? say(`palette.fields.${field}`) : ""],
    ];
    return {
      title,
      hint: facts.filter((fact) => fact !== "").join(" · "),
      icon: kind,
      to: href,
      ...(typeof status === "string" && { status }),
    };
  });
  const lookUp = pages.find(({ href }) => href.endsWith("/lookup"));
  const rest = found.flatMap(({ kind, hasMore }): PaletteEntry[] => {
    if (hasMore !== true) return [];
    const listed = listedKinds.find((each) => each === kind);
    const to = listed === undefined ? undefined : listOf(listed, text, pages);
    if (listed !== undefined && to !== undefined) return [{ title: say(`palette.all.${listed}`, { text }), icon: "go", to }];
    const query = new URLSearchParams({ q: text });
    return lookUp === undefined ? [] : [{ title: say("palette.all.anything", { text }), icon: "go", to: `${lookUp.href}?${query}` }];
  });
  return [...entries, ...new Map(rest.map((entry) => [entry.title, entry])).values()];
}

/** The entries that are offered before anything is typed. */
export function groupsAtFirst(
  recents: readonly PalettePage[],
  pages: readonly PalettePage[],
  actions: readonly PaletteEntry[],
): PaletteGroup[] {
  const groups: PaletteGroup[] = [
    { kind: "recent", entries: recents.map(({ title, href }) => ({ title, icon: "recent", to: href })) },
    { kind: "pages", entries: pages.map(goTo) },
    { kind: "actions", entries: [...actions] },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
