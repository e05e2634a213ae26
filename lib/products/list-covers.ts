import { sql } from "#db/client.ts";
import type { ContractType } from "#lib/catalogue.ts";
import type { ContractProductStatus } from "#lib/contracts/schema.ts";
import type { Cents } from "#lib/money.ts";
import { makeListPage } from "#lib/portal-lists.ts";
import type { Keyset, ListPage } from "#lib/portal-lists.ts";
import { findProduct } from "#lib/products/find.ts";
import { NotFound } from "#lib/refusal.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** A contract in which a product is or was insured, by the entry that insures it. */
export interface CoverRow {
  cpid: string;
  cid: string;
  contractType: ContractType;
  uid: string;
  renter: string | null;
  test: boolean;
  status: ContractProductStatus;
  startDate: Date;
  endDate: Date;
  priceCents: Cents;
}

type Stored = Omit<CoverRow, "startDate" | "endDate"> & { startDate: string; endDate: string };

/** The covers of a product of this world, newest first; NotFound where there is no such product (portal.md § Partner side, products). */
export async function listCovers({ world }: Pick<PartnerContext, "world">, reference: string, query: Keyset): Promise<ListPage<CoverRow>> {
  const product = await findProduct(world, reference);
  if (product === undefined) throw new NotFound(`there is no product ${reference}`, { key: "noProduct" });
  const { before, after, limit } = query;
  const from = before === undefined ? (after === undefined ? sql`` : sql`and cpid > ${after}`) : sql`and cpid < ${before}`;
  const direction = before === undefined && after !== undefined ? sql`asc` : sql`desc`;
  const rows = await sql<Stored[]>`
    select p.cpid, p.cid, c.contract_type as "contractType", c.uid, r.company ->> 'company_name' as renter, c.test, p.status,
      p.start_date as "startDate", p.end_date as "endDate", p.price_cents::float8 as "priceCents"
    from (
      select * from contract_products where product_id = ${product.productId} ${from} order by product_id ${direction}, cpid ${direction} limit ${sql.unsafe(String(Math.trunc(limit) + 1))}
    ) p join contracts c on c.cid = p.cid left join renters r on r.uid = c.uid
    order by p.cpid ${direction}`;
  return makeListPage(rows.map(makeRow), query, ({ cpid }) => cpid);
}

function makeRow({ startDate, endDate, ...row }: Stored): CoverRow {
  return { ...row, startDate: new Date(startDate), endDate: new Date(endDate) };
}
