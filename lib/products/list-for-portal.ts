import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import type { ProductType } from "#lib/catalogue.ts";
import { readPage } from "#lib/db/list.ts";
import type { List } from "#lib/db/list.ts";
import type { Cents } from "#lib/money.ts";
import { listQuery } from "#lib/portal-lists.ts";
import type { FilterValues, Keyset } from "#lib/portal-lists.ts";
import { productFilters } from "#lib/products/list-filters.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** A product as a row of the portal's list. */
export interface ProductRow {
  id: string;
  uid: string;
  title: string;
  productType: ProductType;
  productSubtype: string;
  brand: string;
  model: string;
  valueExclCents: Cents;
  createdAt: Date;
  /** No longer in the catalogue: never, as it was described in a contract, or not any more. */
  isHidden: boolean;
}

/** What the portal's list of products asks for. */
export const productListQuery = listQuery(productFilters);

const productList: List<typeof productFilters, Omit<ProductRow, "createdAt"> & { createdAt: string }, ProductRow> = {
  table: "products",
  filters: productFilters,
  order: { at: "created_at", key: "id", direction: "desc" },
  conditions: { search: mentions },
  columns: sql.raw(`
    r.id, r.uid, r.title, r.product_type as "productType", coalesce(r.data ->> 'product_subtype', '') as "productSubtype",
    coalesce(r.data ->> 'brand', '') as brand, coalesce(r.data ->> 'model', '') as model, r.value_excl_cents::float8 as "valueExclCents",
    r.created_at as "createdAt", (r.hidden or r.deleted_at is not null) as "isHidden"`),
  revive: ({ createdAt, ...row }) => ({ ...row, createdAt: new Date(createdAt) }),
};

/** Whether what people know a product by holds a text, in whatever case. */
function mentions(text: string): SQL {
  const known = [sql`r.title`, sql`r.data ->> 'brand'`, sql`r.data ->> 'model'`, sql`r.uid`];
  return sql.join(
    known.map((each) => sql`strpos(lower(coalesce(${each}, '')), lower(${text})) > 0`),
    sql` or `,
  );
}

/**
 * The catalogue of a world, newest first (portal.md § Partner side, products). Who searches for an identifier finds that product
 * alone, whether it is in the catalogue or not.
 */
export async function listForPortal(
  { world }: Pick<PartnerContext, "world">,
  query: Keyset & FilterValues<typeof productFilters>,
): Promise<BoundedPage<ProductRow>> {
  const named = query.search === undefined ? undefined : await findNamed(world.id, query.search);
  const ofWorld = sql`r.world_id = ${world.id}`;
  if (named !== undefined) return readPage(productList, sql`${ofWorld} and r.id = ${named}`, { ...query, search: undefined });
  return readPage(productList, sql`${ofWorld} and not r.hidden and r.deleted_at is null`, query);
}

/** The product that has this identifier, ours or the partner's. */
async function findNamed(worldId: number, reference: string): Promise<string | undefined> {
  const [found] = await pool<{ id: string }[]>`
    select id from products where world_id = ${worldId} and (id = ${reference} or uid = ${reference}) order by id = ${reference} desc limit 1`;
  return found?.id;
}
