import { z } from "zod";
import type { SearchFieldName } from "#lib/account/search/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { searchText } from "#lib/platform/lists/portal-lists.ts";

export const searchQuery = z.object({ term: searchText });

/** The look-up shows more of each kind than the palette does. */
export const staffSearchQuery = searchQuery.extend({ isLong: z.boolean().default(false) });

/** The kinds of search results, named by the folder of their page. */
export type FoundKind =
  | ("contracts" | "claims" | "products" | "renewals" | "renters" | "webhooks" | "events" | "calls" | "deliveries" | "keys")
  | ("statements" | "partners" | "people");

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
