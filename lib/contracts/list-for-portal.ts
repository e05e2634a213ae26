import { sql } from "#db/client.ts";
import { makeBoundedPage } from "#lib/bounded-pages.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import type { ContractType } from "#lib/catalogue.ts";
import { findPage } from "#lib/contracts/page.ts";
import type { ContractListQuery } from "#lib/contracts/schema-portal.ts";
import type { ContractStatus } from "#lib/contracts/schema.ts";
import type { Cents } from "#lib/money.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** A contract as a row of the portal's list. */
export interface ContractRow {
  cid: string;
  /** The renter's uid, and what people call it; null where it is not registered any more. */
  uid: string;
  renter: string | null;
  contractType: ContractType;
  status: ContractStatus;
  test: boolean;
  startDate: Date;
  endDate: Date;
  createdAt: Date;
  priceCents: Cents;
  /** How many products it insures or insured, an amended one counted once, and the title of the first. */
  products: number;
  firstProduct: string | null;
}

interface Stored extends Omit<ContractRow, "startDate" | "endDate" | "createdAt"> {
  place: number;
  fits: boolean;
  startDate: string;
  endDate: string;
  createdAt: string;
}

/** Contracts of a world that fit a filter, newest first (portal.md § Partner side, Contracts). */
export async function listForPortal({ world }: Pick<PartnerContext, "world">, query: ContractListQuery): Promise<BoundedPage<ContractRow>> {
  const page = await findPage(world, query);
  const rows = await sql.unsafe<Stored[]>(
    `
    select page.place, page.fits, c.cid, c.uid, r.company ->> 'company_name' as renter, c.contract_type as "contractType", c.status, c.test,
      c.start_date as "startDate", c.end_date as "endDate", c.created_at as "createdAt", p.*
    from (${page.text}) page join contracts c on c.cid = page.cid left join renters r on r.uid = c.uid
      cross join lateral (
        select coalesce(sum(price_cents), 0)::float8 as "priceCents", count(*) filter (where status <> 'has_been_replaced')::int as products,
          (select title from products where id = (array_agg(product_id order by cpid) filter (where status <> 'has_been_replaced'))[1]) as "firstProduct"
        from contract_products where cid = c.cid) p
    order by page.place`,
    page.values,
  );
  return makeBoundedPage(rows, query, { cursorOf: ({ cid }) => cid, placeOf: ({ createdAt }) => new Date(createdAt), make: makeRow });
}

function makeRow({ place: _place, fits: _fits, startDate, endDate, createdAt, ...row }: Stored): ContractRow {
  return { ...row, startDate: new Date(startDate), endDate: new Date(endDate), createdAt: new Date(createdAt) };
}
