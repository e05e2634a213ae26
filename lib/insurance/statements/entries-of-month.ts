import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { PremiumKind } from "#lib/insurance/contracts/rules/pricing.ts";
import { entryFilters } from "#lib/insurance/statements/list-filters.ts";
import { assertMonth } from "#lib/insurance/statements/read.ts";
import { monthAfter, startOfMonth } from "#lib/insurance/statements/rules/months.ts";
import { monthText } from "#lib/insurance/statements/schema.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";

/** A change of a contract's price in a list of the portal. */
export interface EntryRow {
  id: string;
  at: Date;
  uid: string;
  renter: string | null;
  cid: string;
  kind: PremiumKind;
  /** Its title. */
  product: string | null;
  /** Tells the products of a contract apart. */
  marking: string | null;
  amountCents: number;
  /** The moment of the change, if the entry was written later; null otherwise. */
  happenedAt: Date | null;
}

export const entryListQuery = listQuery(entryFilters);
export const entriesQuery = entryListQuery.extend({ month: monthText });

export const entryList: List<typeof entryFilters, EntryRow> = {
  table: "premium_entries",
  filters: entryFilters,
  order: { at: "at", key: "id", direction: "desc" },
  columns: sql.raw(`r.id, r.at, r.uid, renter.company ->> 'company_name' as renter, r.cid, r.kind,
    product.title as product, nullif(c.data ->> 'product_marked', '') as marking, r.amount_cents::float8 as "amountCents", r.happened_at`),
  joins: sql.raw(`left join renters renter on renter.uid = r.uid left join contract_products c on c.cpid = r.cpid
    left join products product on product.id = c.product_id`),
};

/** The premium entries of a month, newest first, for the statement's page; refused as the statement is. */
export async function listEntries(ctx: PartnerContext, { month, ...query }: z.output<typeof entriesQuery>): Promise<BoundedPage<EntryRow>> {
  await assertMonth(ctx, month);
  const [from, to] = [startOfMonth(month), startOfMonth(monthAfter(month))];
  return readPage(entryList, sql`r.world_id = ${ctx.world.id} and r.at >= ${from} and r.at < ${to}`, query);
}
