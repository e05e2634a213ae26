import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { searching } from "#lib/account/search/find.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { contractSubject } from "#lib/delivery/deliveries/subject.ts";
import type { ContractSubject } from "#lib/delivery/deliveries/subject.ts";
import type { ContractType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import { serializeContract } from "#lib/insurance/contracts/contract.ts";
import { findContracts } from "#lib/insurance/contracts/find.ts";
import type { ContractFilter } from "#lib/insurance/contracts/find.ts";
import { contractFilters } from "#lib/insurance/contracts/list-filters.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { findAttached } from "#lib/insurance/renters/find.ts";
import { notAttached } from "#lib/insurance/renters/rules/attachment.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import { makePage } from "#lib/platform/lists/paging.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";
import type { FilterValues, Keyset } from "#lib/platform/lists/portal-lists.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { timeZoneOf } from "#lib/platform/time/calendar.ts";
import type { Page } from "#lib/platform/wire/endpoint.ts";

/** Lists a renter's contracts, newest first: 1012 without a uid, 9003 for a renter that is not attached. */
export async function list(
  ctx: ApiContext,
  { uid, limit, ...filter }: Omit<ContractFilter, "uid"> & { uid?: string | undefined },
): Promise<Page<WireContract>> {
  if (uid === undefined || uid === "") throw new ApiError("UID_MISSING", undefined, { field: "uid" });
  const [renter, contracts] = await Promise.all([
    findAttached(ctx.world, uid),
    findContracts(ctx.world, { ...filter, uid, limit: limit + 1 }),
  ]);
  if (renter === undefined) throw notAttached("uid", uid);
  return makePage(contracts, limit, { idOf: ({ cid }) => cid, make: serializeContract });
}

export interface ContractRow {
  cid: string;
  uid: string;
  renter: string | null;
  contractType: ContractType;
  status: ContractStatus;
  test: boolean;
  startDate: Date;
  endDate: Date;
  createdAt: Date;
  priceCents: Cents;
  products: number;
  subject: ContractSubject;
}

export const contractListQuery = listQuery(contractFilters);

export const contractList: List<typeof contractFilters, ContractRow> = {
  table: "contracts",
  filters: contractFilters,
  order: { at: "created_at", key: "cid", direction: "desc" },
  columns: sql.raw(`
    r.cid, r.uid, renter.company ->> 'company_name' as renter, r.contract_type, r.status, r.test,
    r.start_date, r.end_date, r.created_at, covered.*, ${contractSubject("r")} as subject`),
  conditions: { coveredOn: coversDay },
  joins: sql.raw(`
    left join renters renter on renter.uid = r.uid
    cross join lateral (
      select coalesce(sum(price_cents), 0)::float8 as "priceCents", count(*) filter (where status <> 'has_been_replaced')::int as products
      from contract_products where cid = r.cid) covered`),
};

/** A part of the day, of the contract's zone, is within its cover; a cancelled contract has none (rules/search.md#lists-2). */
function coversDay(day: string): SQL {
  const midnight = (days: number) => sql`(${day}::date + ${sql.raw(String(days))})::timestamp at time zone ${sql.raw(timeZoneOf("r"))}`;
  return sql`r.status <> 'cancel' and r.start_date < ${midnight(1)} and r.end_date > ${midnight(0)}`;
}

/**
 * Contracts that were created a month after the day are not read: a creation is at most 30 minutes after the start, and a renewal as late as
 * its job.
 */
const createdForDay = (day: string) => sql`r.created_at < (${day}::date + 32)::timestamp at time zone 'UTC'`;

/** Contracts of a world that fit a filter, newest first. */
export async function listForPortal(
  { world }: Pick<PartnerContext, "world">,
  query: Keyset & FilterValues<typeof contractFilters>,
): Promise<BoundedPage<ContractRow>> {
  const { search, coveredOn } = query;
  const searched = await searching(contractList, { kind: "contracts", key: "cid", typed: search, scope: world.id });
  const ofWorld = sql`r.world_id = ${world.id}`;
  return readPage(searched, coveredOn === undefined ? ofWorld : sql`${ofWorld} and ${createdForDay(coveredOn)}`, query);
}
