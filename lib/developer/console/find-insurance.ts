import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import { joinOwner, ownerOfRow } from "#lib/account/partners/find-person.ts";
import type { Owner } from "#lib/account/partners/find-person.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { list as listCalls } from "#lib/developer/calls/list.ts";
import type { CallRow } from "#lib/developer/calls/list.ts";
import type { ContractType, Option, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractProductStatus, ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import type { ClaimStatus, ClaimSubtype, DocumentStatus } from "#lib/insurance/claims/schema.ts";
import { coverOfContract } from "#lib/insurance/contracts/rules/cover.ts";
import type { ContractCover } from "#lib/insurance/contracts/rules/cover.ts";
import { momentOf } from "#lib/platform/time/clock.ts";

const newestShown = 5;

interface FoundEventOf {
  id: string;
  eventType: EventType;
  executionId: string | null;
  at: string;
}

export interface FoundContract {
  cid: string;
  owner: Owner;
  uid: string;
  renter: string;
  contractType: ContractType;
  status: ContractStatus;
  test: boolean;
  startDate: Date;
  endDate: Date;
  endReason: string | null;
  terminationPlanned: boolean;
  createdAt: Date;
  /** In cents, taxes included. */
  priceCents: number;
  options: Option[];
  /** The individual whom the contract names; null where it names none. */
  customer: string | null;
  nextCid: string | null;
  products: FoundContractProduct[];
  /** By the clock of its environment. */
  coverNow: ContractCover;
  calls: CallRow[];
  events: FoundEventOf[];
}

export interface FoundContractProduct {
  cpid: string;
  productType: ProductType;
  title: string;
  marking: string | null;
  userName: string | null;
  status: ContractProductStatus;
  /** The days of cover, as instants. */
  startDate: string;
  endDate: string;
  /** Submitted ones, the oldest first. */
  claims: { id: string; claimId: string; status: ClaimStatus }[];
}

/** Finds a contract of any partner by its cid or one of its contract products. */
export async function findContract({ now }: StaffContext, id: string): Promise<FoundContract | undefined> {
  const [row] = await sql<FoundRow[]>`
    select c.cid, c.world_id, w.clock_offset_ms::float8 as "offsetMs", w.clock_stands_at as "pausedAt", ${ownerOfRow} as owner, c.uid, coalesce(r.company ->> 'company_name', c.uid) as renter, c.contract_type, c.status, c.test,
      c.start_date, c.end_date, c.end_reason, c.termination_planned,
      c.created_at, c.options, nullif(concat_ws(' ', c.individual ->> 'first_name', c.individual ->> 'last_name'), '') as customer,
      (select coalesce(sum(price_cents), 0)::float8 from contract_products where cid = c.cid) as "priceCents",
      (select next_cid from automatic_renewals where cid = c.cid and next_cid is not null limit 1) as "nextCid",
      (select coalesce(json_agg(json_build_object('cpid', cp.cpid, 'productType', cp.product_type, 'title', i.title,
          'marking', cp.data ->> 'product_marked', 'userName', cp.data ->> 'user_name', 'status', cp.status,
          'startDate', cp.start_date, 'endDate', cp.end_date, 'claims', ${claimsOfProduct}) order by cp.cpid), '[]')
        from contract_products cp join products i on i.id = cp.product_id where cp.cid = c.cid) as products,
      ${newestEvents(sql`c.cid`)} as events
    from contracts c ${joinOwner(sql`c.world_id`)} left join renters r on r.uid = c.uid
    where c.cid = coalesce((select cid from contract_products where cpid = ${id}), upper(${id}))`;
  if (row === undefined) return undefined;
  const { worldId, offsetMs, pausedAt, ...contract } = row;
  const { rows: calls } = await listCalls({ world: { id: worldId } }, { search: row.cid, limit: newestShown });
  const products = contract.products.map(({ status, startDate, endDate }) => {
    return { status, startDate: new Date(startDate), endDate: new Date(endDate) };
  });
  return { ...contract, calls, coverNow: coverOfContract(products, momentOf({ offsetMs, pausedAt }, now).now) };
}

interface FoundRow extends Omit<FoundContract, "calls" | "coverNow"> {
  worldId: number;
  offsetMs: number;
  pausedAt: Date | null;
}

/** The newest events about a contract or claim `c`. */
const newestEvents = (subjectId: Fragment) => sql`
  (select coalesce(json_agg(json_build_object('id', e.id, 'eventType', e.event_type, 'executionId', e.execution_id, 'at', e.created_at) order by e.id desc), '[]')
    from (select * from events where world_id = c.world_id and subject_id = ${subjectId} order by id desc limit ${newestShown}) e)`;

const claimsOfProduct = sql`
  (select coalesce(json_agg(json_build_object('id', l.id, 'claimId', l.claim_id, 'status', l.status) order by l.id), '[]')
    from claims l where l.cpid = cp.cpid and l.claim_id is not null)`;

export interface FoundClaim {
  id: string;
  claimId: string | null;
  owner: Owner;
  uid: string;
  renter: string;
  cid: string;
  status: ClaimStatus;
  test: boolean;
  subtype: ClaimSubtype;
  claimAt: Date;
  createdAt: Date;
  document: { id: string; type: string; status: DocumentStatus; isReplaced: boolean } | null;
  calls: CallRow[];
  events: FoundEventOf[];
}

/** Finds a claim of any partner by its id, its claimId or a document. */
export async function findClaim(_ctx: StaffContext, term: string): Promise<FoundClaim | undefined> {
  const [row] = await sql<(Omit<FoundClaim, "calls"> & { worldId: number })[]>`
    select c.id, c.claim_id, c.world_id, ${ownerOfRow} as owner, c.uid, coalesce(r.company ->> 'company_name', c.uid) as renter,
      c.cid, c.status, c.test, c.subtype, c.claim_at, c.created_at,
      (select json_build_object('id', d.id, 'type', d.type, 'status', d.status, 'isReplaced', d.replaced_at is not null)
        from claim_documents d where d.id = ${term}) as document,
      ${newestEvents(sql`c.id`)} as events
    from claims c ${joinOwner(sql`c.world_id`)} left join renters r on r.uid = c.uid
    where c.id = any(array(
      select id from claims where id = ${term} or claim_id = upper(${term})
      union select claim_id from claim_documents where id = ${term}))`;
  if (row === undefined) return undefined;
  const { worldId, ...claim } = row;
  const { rows: calls } = await listCalls({ world: { id: worldId } }, { search: claim.id, limit: newestShown });
  return { ...claim, calls };
}
