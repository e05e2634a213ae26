import type { FoundThingOfKind } from "#lib/account/search/find-things.ts";
import type { FoundItem } from "#lib/developer/search/schema.ts";

/** The facts that a line shows of a thing that was found. */
export function factsOf({ kind, title, hint, status, cover, hasMore }: FoundThingOfKind): Omit<FoundItem, "href"> {
  return { kind, title, hint, ...(status !== undefined && { status }), ...(cover && { cover }), ...(hasMore && { hasMore }) };
}
