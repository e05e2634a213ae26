import { and, eq, ilike, inArray, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import type { StaffContext } from "#lib/context.ts";
import { patternContaining } from "#lib/db/like.ts";
import type { Feature, PartnerListQuery, PartnerStatus } from "#lib/partners/schema.ts";
import { makeListPage } from "#lib/portal-lists.ts";
import type { ListPage } from "#lib/portal-lists.ts";
import { rowsOfPage } from "#lib/rows-of-page.ts";

/** A partner as a row of support's list. */
export interface PartnerRow {
  id: string;
  name: string;
  status: PartnerStatus;
  features: Feature[];
  /** People who may sign in for it. */
  users: number;
  /** When one of its keys was last used; null for one that has never called. */
  lastUsedAt: Date | null;
  createdAt: Date;
}

/** For any of the staff, who look them up: partners that match, newest first; found by a part of their name, or by their id (portal.md § Support side, Partners). */
export async function list(_ctx: StaffContext, query: PartnerListQuery): Promise<ListPage<PartnerRow>> {
  const { search, status } = query;
  const page = rowsOfPage(partners.id, query);
  const rows = await db
    .select({
      id: partners.id,
      name: partners.name,
      status: partners.status,
      features: partners.features,
      users: sql<number>`(select count(*)::int from users u where u.partner_id = partners.id and u.disabled_at is null)`,
      lastUsedAt: sql<string | null>`(
        select max(k.last_used_at) from worlds w join api_keys k on k.world_id = w.id where w.partner_id = partners.id)`,
      createdAt: partners.createdAt,
    })
    .from(partners)
    .where(
      and(
        search === undefined ? undefined : or(ilike(partners.name, patternContaining(search)), eq(partners.id, search)),
        status === undefined || status.length === 0 ? undefined : inArray(partners.status, status),
        page.where,
      ),
    )
    .orderBy(page.orderBy)
    .limit(page.limit);
  const revived = rows.map((row) => ({ ...row, lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt) }));
  return makeListPage(revived, query, (row) => row.id);
}
