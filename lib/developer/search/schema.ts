import { z } from "zod";
import type { Environment } from "#lib/platform/environments.ts";
import { searchText } from "#lib/platform/lists/portal-lists.ts";
import type { SearchFieldName } from "#lib/platform/text/search-fields.ts";

export const searchQuery = z.object({ term: searchText });

/** The look-up shows more of each kind than the palette does. */
export const staffSearchQuery = searchQuery.extend({ isLong: z.boolean().default(false) });

/** The kinds of search results, named by the folder of their page. */
export const foundKinds = [
  ...(["contracts", "claims", "products", "renewals", "renters", "webhooks", "events", "calls", "deliveries", "keys"] as const),
  ...(["statements", "partners", "people"] as const),
] as const;
export type FoundKind = (typeof foundKinds)[number];

export interface FoundItem {
  kind: FoundKind;
  title: string;
  hint: string;
  /** Absent for what is of no environment, or of the one that is searched. */
  environment?: Environment;
  /** The status of a contract, a claim, a renewal or a delivery. */
  status?: string;
  /** The first and the last day of cover. */
  cover?: readonly [from: string, until: string];
  /** True for the last of a kind of which there are more. */
  hasMore?: true;
  /** A page that the viewer may open. */
  href: string;
  /** The field that contains the typed text; absent for what an identifier or a name found. */
  field?: SearchFieldName;
}

interface Facts extends Pick<FoundItem, "kind" | "title" | "hint" | "hasMore"> {
  status: string | null;
  cover?: [from: string, until: string] | null;
}

/** The facts that a line shows of a thing that was found. */
export function factsOf({ kind, title, hint, status, cover, hasMore }: Facts): Omit<FoundItem, "href"> {
  return { kind, title, hint, ...(status !== null && { status }), ...(cover && { cover }), ...(hasMore && { hasMore }) };
}

export function itemOf(item: Omit<FoundItem, "field">, field: SearchFieldName | null): FoundItem {
  return field === null ? item : { ...item, field };
}

/** The first things of a kind, of which the last says whether there are more. */
export function firstOf(items: readonly FoundItem[], most: number): FoundItem[] {
  return items.slice(0, most).map((item, place) => (place === most - 1 && items.length > most ? { ...item, hasMore: true } : item));
}

/** Each thing once, however many lists have it. */
export function distinct(items: readonly FoundItem[]): FoundItem[] {
  return [...new Map(items.map((one) => [`${one.href} ${one.title} ${one.hint}`, one])).values()];
}
