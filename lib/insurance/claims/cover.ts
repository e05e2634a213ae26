import { sql } from "#db/client.ts";
import type { ContractType, Option } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractProductStatus, ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { settlementsOf, toSettlement } from "#lib/insurance/claims/find.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import type { ClaimStatus, ClaimSubtype } from "#lib/insurance/claims/schema.ts";
import { coverAt } from "#lib/insurance/contracts/rules/cover.ts";
import type { CoverState } from "#lib/insurance/contracts/rules/cover.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/**
 * A lateral join from `p`, an entry of `contract_products`, to the entry that stands for it now. A change replaces an entry, which keeps the
 * dates that it had: only its last replacement is cancelled, ended or reopened (rules/claims.md#create-8).
 */
export const entryInForce = () => sql`
  lateral (
    with recursive entry as (
      select p.cpid, p.status, p.start_date, p.end_date, p.replaced_by
      union all
      select n.cpid, n.status, n.start_date, n.end_date, n.replaced_by from entry join contract_products n on n.cpid = entry.replaced_by
    )
    select cpid, status, start_date, end_date from entry where replaced_by is null
  )`;

/** The keys of a contract product's entries, as an array: those that a change replaced, and those that replaced them. Both names are SQL. */
export const entriesOfObject = (cid: string, cpid: string) => `
  array(
    with recursive entry as (
      select o.cpid, o.replaced_by from contract_products o where o.cpid = ${cpid} and o.cid = ${cid}
      union
      select o.cpid, o.replaced_by from entry join contract_products o
        on o.cid = ${cid} and (o.cpid = entry.replaced_by or o.replaced_by = entry.cpid)
    )
    select cpid from entry
  )`;

export interface ClaimCover {
  /** The number of the product in its contract, in the order in which they were insured. */
  position: number;
  products: number;
  /** Excluding tax. */
  valueCents: Cents;
  purchasedDate: Date | null;
  userName: string | null;
  status: ContractProductStatus;
  startDate: Date;
  endDate: Date;
  atLoss: CoverState;
  contract: { type: ContractType; status: ContractStatus; startDate: Date; endDate: Date; options: Option[] };
  /** Other claims on the same product, also by other contracts, the latest loss first. */
  otherClaims: OtherClaim[];
}

export interface OtherClaim {
  id: string;
  claimId: string | null;
  status: ClaimStatus;
  subtype: ClaimSubtype;
  claimAt: Date;
  paidCents: Cents;
}

const maxOtherClaims = 20;

interface Row extends Omit<ClaimCover, "atLoss" | "contract" | "otherClaims"> {
  productId: string;
  contractType: ContractType;
  contractStatus: ContractStatus;
  contractStart: Date;
  contractEnd: Date;
  options: Option[];
}

/** Reads the cover that a claim is about: the product of its contract. Undefined if the contract is gone. */
export async function readCover({
  id,
  cid,
  cpid,
  claimAt,
}: Pick<Claim, "id" | "cid" | "cpid" | "claimAt">): Promise<ClaimCover | undefined> {
  const [row] = await sql<Row[]>`
    select p.product_id, p.value_excl_cents::float8 as "valueCents", k.purchased_date,
      p.data ->> 'user_name' as "userName", current.status, current.start_date, current.end_date,
      c.contract_type, c.status as "contractStatus", c.start_date as "contractStart", c.end_date as "contractEnd",
      c.options, counted.position, counted.products
    from contract_products p join contracts c on c.cid = p.cid join products k on k.id = p.product_id
      cross join ${entryInForce()} current
      cross join lateral (
        select count(*)::int as products, count(*) filter (where o.cpid <= current.cpid)::int as position
        from contract_products o where o.cid = p.cid and o.status <> 'has_been_replaced'
      ) counted
    where p.cpid = ${cpid} and p.cid = ${cid}`;
  if (row === undefined) return undefined;
  const { productId, contractType: type, contractStatus: status, contractStart: startDate, contractEnd: endDate, options, ...cover } = row;
  return {
    ...cover,
    atLoss: coverAt(cover, claimAt),
    contract: { type, status, startDate, endDate, options },
    otherClaims: await listOtherClaims(id, productId),
  };
}

/** Lists the claims on a product, without one claim. */
async function listOtherClaims(id: string, productId: string): Promise<OtherClaim[]> {
  const rows = await sql<(Omit<OtherClaim, "paidCents"> & { settlements: object[] })[]>`
    select c.id, c.claim_id, c.status, c.subtype, c.claim_at, ${sql.unsafe(settlementsOf("c.id"))} as settlements
    from contract_products p join claims c on c.cpid = p.cpid
    where p.product_id = ${productId} and c.id <> ${id} and c.claim_id is not null
    order by c.claim_at desc, c.id desc limit ${sql.unsafe(String(maxOtherClaims))}`;
  return rows.map(({ settlements, ...claim }) => ({ ...claim, paidCents: accountOf(settlements.map(toSettlement)).paidCents }));
}
