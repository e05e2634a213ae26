import { and, asc, desc, gt, lt } from "drizzle-orm";
import type { Column } from "drizzle-orm";
import { isBackward } from "#lib/platform/lists/portal-lists.ts";
import type { Keyset } from "#lib/platform/lists/portal-lists.ts";

/** The rows for `makeListPage` in Drizzle, ordered by an `id` that grows with time. */
export function rowsOfPage(id: Column, query: Keyset) {
  const { before, after, limit } = query;
  return {
    where: and(before === undefined ? undefined : lt(id, before), isBackward(query) ? gt(id, after) : undefined),
    orderBy: isBackward(query) ? asc(id) : desc(id),
    limit: limit + 1,
  };
}
