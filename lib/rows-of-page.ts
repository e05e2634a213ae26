import { and, asc, desc, gt, lt } from "drizzle-orm";
import type { Column } from "drizzle-orm";
import { isRising } from "#lib/portal-lists.ts";
import type { Keyset } from "#lib/portal-lists.ts";

/** Which rows `makeListPage` is to be given, for a statement of Drizzle: of those by `id`, which grows with time. */
export function rowsOfPage(id: Column, query: Keyset) {
  const { before, after, limit } = query;
  return {
    where: and(before === undefined ? undefined : lt(id, before), isRising(query) ? gt(id, after) : undefined),
    orderBy: isRising(query) ? asc(id) : desc(id),
    limit: limit + 1,
  };
}
