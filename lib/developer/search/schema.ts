import { z } from "zod";
import type { Environment } from "#lib/platform/environments.ts";
import { searchText } from "#lib/platform/lists/portal-lists.ts";
import type { SearchFieldName } from "#lib/platform/text/search-fields.ts";

export const searchQuery = z.object({ term: searchText });

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
  /** Of a contract or a claim. */
  status?: string;
  /** A page that the viewer may open. */
  href: string;
  /** The field that contains the typed text; absent for what an identifier or a name found. */
  field?: SearchFieldName;
}

export function itemOf(item: Omit<FoundItem, "field">, field: SearchFieldName | null): FoundItem {
  return field === null ? item : { ...item, field };
}

/** Each thing once, however many lists have it. */
export function distinct(items: readonly FoundItem[]): FoundItem[] {
  return [...new Map(items.map((one) => [`${one.href} ${one.title} ${one.hint}`, one])).values()];
}
