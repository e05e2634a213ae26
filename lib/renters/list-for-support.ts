import { sql } from "#db/client.ts";
import type { ContractType, ProductType } from "#lib/catalogue.ts";
import type { StaffContext } from "#lib/context.ts";
import { makeListPage } from "#lib/portal-lists.ts";
import type { ListPage } from "#lib/portal-lists.ts";
import type { RenterListQuery } from "#lib/renters/schema.ts";
import { holding } from "#lib/support/search-pattern.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** A registered renter as a row of support's list. */
export interface RegisteredRenter {
  uid: string;
  company: string;
  city: string;
  country: string;
  contractTypes: ContractType[];
  productTypes: ProductType[];
  /** How many partners have it attached to one of their environments. */
  partners: number;
  createdAt: Date;
}

/** The registered renters that match, those registered last first; found by a part of the uid or of the company's name. */
export async function listForSupport(ctx: StaffContext, query: RenterListQuery): Promise<ListPage<RegisteredRenter>> {
  assertSupport(ctx);
  const { search, before, after, limit } = query;
  const isRising = before === undefined && after !== undefined;
  const cursor = before ?? after;
  const comparison = isRising ? sql`>` : sql`<`;
  const order = isRising ? sql`asc` : sql`desc`;
  const pattern = holding(search ?? "");
  const rows = await sql<(Omit<RegisteredRenter, "createdAt"> & { createdAt: string })[]>`
    select r.uid, r.company ->> 'company_name' as company, r.company ->> 'city' as city, r.company ->> 'country' as country,
      r.contract_types as "contractTypes", r.product_types as "productTypes", r.created_at as "createdAt",
      (select count(distinct w.partner_id)::int from worlds w join renter_attachments a on a.world_id = w.id and a.renter_uid = r.uid) as partners
    from (
      select * from renters r where true
        ${search === undefined ? sql`` : sql`and (r.uid ilike ${pattern} or r.company ->> 'company_name' ilike ${pattern})`}
        ${cursor === undefined ? sql`` : sql`and (r.created_at, r.uid) ${comparison} (select c.created_at, c.uid from renters c where c.uid = ${cursor})`}
      order by r.created_at ${order}, r.uid ${order} limit ${limit + 1}) r
    order by r.created_at ${order}, r.uid ${order}`;
  return makeListPage(
    rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })),
    query,
    ({ uid }) => uid,
  );
}
