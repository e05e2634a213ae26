import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, sql as pool } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { partnerFilters } from "#lib/account/partners/list-filters.ts";
import type { StaffContext, SupportContext } from "#lib/account/worlds/context.ts";
import type { Partner } from "#lib/account/worlds/find.ts";
import type { Feature, PartnerStatus } from "#lib/account/worlds/schema.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { containsTyped } from "#lib/platform/lists/folded.ts";
import { rowsOfPage } from "#lib/platform/lists/list.ts";
import { listQuery, makeListPage } from "#lib/platform/lists/portal-lists.ts";
import type { ListPage } from "#lib/platform/lists/portal-lists.ts";

export const partnerListQuery = listQuery(partnerFilters);

export interface PartnerRow {
  id: string;
  name: string;
  status: PartnerStatus;
  features: Feature[];
  users: number;
  lastUsedAt: Date | null;
  createdAt: Date;
}

/** Lists partners, newest first; searches a part of the name, or the id. */
export async function list(_ctx: StaffContext, query: z.output<typeof partnerListQuery>): Promise<ListPage<PartnerRow>> {
  const { search, status } = query;
  const page = rowsOfPage(partners.id, query);
  const rows = await db
    .select({
      id: partners.id,
      name: partners.name,
      status: partners.status,
      features: partners.features,
      users: sql<number>`(select count(*)::int from users u where u.partner_id = partners.id and u.disabled_at is null)`,
      lastUsedAt: sql<Date | null>`(
        select max(k.last_used_at) from worlds w join api_keys k on k.world_id = w.id where w.partner_id = partners.id)`,
      createdAt: partners.createdAt,
    })
    .from(partners)
    .where(
      and(
        search === undefined ? undefined : or(containsTyped(["partners.name"], search), eq(partners.id, search)),
        status === undefined || status.length === 0 ? undefined : inArray(partners.status, status),
        page.where,
      ),
    )
    .orderBy(page.orderBy)
    .limit(page.limit);
  return makeListPage(rows, query, (row) => row.id);
}

export interface PartnerDetail extends Partner {
  suspension: { at: string; by: string; reason: string | null } | null;
}

/** A partner with its settings, for support (rules/access.md#settings-1). */
export async function read(_ctx: SupportContext, partnerId: string): Promise<PartnerDetail> {
  const [partner] = await pool<PartnerDetail[]>`
    select p.id, p.name, p.status, p.features, p.requests_per_minute, p.open_contracts_limit,
      p.tariff_id, p.brand_color, p.logo, p.created_at,
      case when p.status = 'suspended' then (
        select json_build_object('at', a.at, 'by', coalesce(u.name, a.actor ->> 'name'), 'reason', a.reason)
        from audit_entries a left join users u on u.id = a.actor ->> 'userId'
        where a.subject_id = p.id and (a.action = 'partner.suspended' or (a.action = 'partner.changed' and a.details ->> 'status' = 'suspended'))
        order by a.id desc limit 1) end as suspension
    from partners p where p.id = ${partnerId}`;
  if (partner === undefined) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
  return partner;
}
