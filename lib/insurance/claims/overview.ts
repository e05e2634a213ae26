import { sql } from "drizzle-orm";
import { searching } from "#lib/account/search/find.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { claimFilters } from "#lib/insurance/claims/list-filters.ts";
import type { ClaimProduct, ClaimStatus, ClaimSubtype, ClaimType } from "#lib/insurance/claims/schema.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";
import type { FilterValues, Keyset } from "#lib/platform/lists/portal-lists.ts";

/** The row of a claim in lists of the portal, of a contract and of the desk. */
export interface ClaimOverview {
  id: string;
  claimId: string | null;
  status: ClaimStatus;
  statusSince: Date;
  type: ClaimType;
  subtype: ClaimSubtype;
  claimAt: Date;
  uid: string;
  /** The company's name; null if the renter is no longer registered. */
  renter: string | null;
  cid: string;
  cpid: string;
  product: ClaimProduct;
  /** The insured's name; null for a draft without one. */
  customer: string | null;
  test: boolean;
  /** Documents that the partner has to upload: a draft's mandatory ones, later those that the handler requested. */
  missing: number;
  createdAt: Date;
  updatedAt: Date;
}

const overviewColumns = sql.raw(`
  r.id, r.claim_id, r.status, r.status_since, r.type, r.subtype, r.claim_at, r.uid,
  renter.company ->> 'company_name' as renter, r.cid, r.cpid, r.product, r.test, nullif(concat_ws(' ', r.insured ->> 'firstName', r.insured ->> 'lastName'), '') as customer, r.created_at, r.updated_at,
  (select count(*)::int from jsonb_to_recordset(r.entries) as entry (type text, category text, requested boolean)
    where case r.status when 'draft' then entry.category = 'mandatory' when 'pending_info' then entry.requested else false end
      and not exists (select from claim_documents d where d.claim_id = r.id and d.type = entry.type and d.replaced_at is null
        and d.status <> 'rejected')) as missing`);

const overviewJoins = sql.raw("left join renters renter on renter.uid = r.uid");

export const claimListQuery = listQuery(claimFilters);

export const claimList: List<typeof claimFilters, ClaimOverview> = {
  table: "claims",
  filters: claimFilters,
  order: { at: "created_at", key: "id", direction: "desc" },
  columns: overviewColumns,
  joins: overviewJoins,
};

/** Claims of a world, the newest first. */
export async function listForPortal(
  { world }: Pick<PartnerContext, "world">,
  query: Keyset & FilterValues<typeof claimFilters>,
): Promise<BoundedPage<ClaimOverview>> {
  const list = await searching(claimList, { kind: "claims", key: "id", typed: query.search, scope: world.id });
  return readPage(list, sql`r.world_id = ${world.id}`, query);
}
