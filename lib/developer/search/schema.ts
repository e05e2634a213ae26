import { z } from "zod";
import type { Found } from "#lib/account/search/schema.ts";
import { searchText } from "#lib/platform/lists/portal-lists.ts";

export const searchQuery = z.object({ term: searchText });

/** The look-up shows more of each kind than the palette does. */
export const staffSearchQuery = searchQuery.extend({ isLong: z.boolean().default(false) });

/** The kinds of search results, named by the folder of their page. */
export type FoundKind =
  | ("contracts" | "claims" | "products" | "renewals" | "renters" | "webhooks" | "events" | "calls" | "deliveries" | "keys")
  | ("statements" | "partners" | "people");

/** A line of a result; what is absent or null is not known of it. */
export interface FoundItem extends Partial<Pick<Found<FoundKind>, "environment" | "status" | "cover" | "field" | "hasMore">> {
  kind: FoundKind;
  title: string;
  hint: string;
  /** A page that the viewer may open. */
  href: string;
}
