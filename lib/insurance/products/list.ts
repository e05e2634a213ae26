import { sql } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import { searching } from "#lib/account/search/find.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ApiContext, World } from "#lib/account/worlds/context.ts";
import type { ContractType, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";
import { findProduct, findProducts, newestPosition } from "#lib/insurance/products/find.ts";
import { productFilters } from "#lib/insurance/products/list-filters.ts";
import { serializeProduct } from "#lib/insurance/products/product.ts";
import type { ListProductsQuery, WireProduct } from "#lib/insurance/products/schema.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import { defaultLimit, makePage } from "#lib/platform/lists/paging.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery, makeListPage } from "#lib/platform/lists/portal-lists.ts";
import type { FilterValues, Keyset, ListPage } from "#lib/platform/lists/portal-lists.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import type { Page } from "#lib/platform/wire/endpoint.ts";

const pageSize = 500;

/** Lists the catalogue, newest first: streamed whole unless the query pages it (rules/products.md#list-1). */
export async function list({ world }: ApiContext, query: ListProductsQuery): Promise<Page<WireProduct> | AsyncIterable<WireProduct[]>> {
  const { after, skip, limit = defaultLimit } = query;
  if (after === undefined && skip === undefined && query.limit === undefined) return listWhole(world);
  const position = after === undefined ? newestPosition(world) : { worldId: world.id, productId: after };
  const products = await findProducts(world, position, { skip: skip ?? 0, limit: limit + 1 });
  return makePage(products, limit, { idOf: ({ productId }) => productId, make: serializeProduct });
}

async function* listWhole(world: World): AsyncGenerator<WireProduct[], void> {
  let position = newestPosition(world);
  for (;;) {
    const page = await findProducts(world, position, { skip: 0, limit: pageSize });
    yield page.map(serializeProduct);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    position = { worldId: world.id, productId: last.productId };
  }
}

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
  /** Deleted, or only described in a contract. */
  isHidden: boolean;
}

export const productListQuery = listQuery(productFilters);

export const productList: List<typeof productFilters, ProductRow> = {
  table: "products",
  filters: productFilters,
  order: { at: "created_at", key: "id", direction: "desc" },
  columns: sql.raw(`
    r.id, r.uid, r.title, r.product_type, coalesce(r.data ->> 'product_subtype', '') as "productSubtype",
    coalesce(r.data ->> 'brand', '') as brand, coalesce(r.data ->> 'model', '') as model, r.value_excl_cents::float8 as "valueExclCents",
    r.created_at, (r.hidden or r.deleted_at is not null) as "isHidden"`),
};

/** Lists the catalogue of a world, newest first. A complete identifier finds only its product, also a hidden one. */
export async function listForPortal(
  { world }: Pick<PartnerContext, "world">,
  query: Keyset & FilterValues<typeof productFilters>,
): Promise<BoundedPage<ProductRow>> {
  const named = query.search === undefined ? undefined : await findNamed(world.id, query.search);
  const ofWorld = sql`r.world_id = ${world.id}`;
  if (named !== undefined) return readPage(productList, sql`${ofWorld} and r.id = ${named}`, { ...query, search: undefined });
  const searched = await searching(productList, { kind: "products", key: "id", typed: query.search, scope: world.id });
  return readPage(searched, sql`${ofWorld} and not r.hidden and r.deleted_at is null`, query);
}

async function findNamed(worldId: number, reference: string): Promise<string | undefined> {
  const [row] = await pool<{ id: string }[]>`
    select id from products where world_id = ${worldId} and (id = ${reference} or uid = ${reference}) order by id = ${reference} desc limit 1`;
  return row?.id;
}

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

/** Lists the covers of a product of this world, newest first; throws NotFound. */
export async function listCovers({ world }: Pick<PartnerContext, "world">, reference: string, query: Keyset): Promise<ListPage<CoverRow>> {
  const product = await findProduct(world, reference);
  if (product === undefined) throw new NotFound(`there is no product ${reference}`, { key: "noProduct" });
  const { before, after, limit } = query;
  const from = before === undefined ? (after === undefined ? pool`` : pool`and cpid > ${after}`) : pool`and cpid < ${before}`;
  const direction = before === undefined && after !== undefined ? pool`asc` : pool`desc`;
  const rows = await pool<CoverRow[]>`
    select p.cpid, p.cid, c.contract_type, c.uid, r.company ->> 'company_name' as renter, c.test, p.status,
      p.start_date, p.end_date, p.price_cents::float8 as "priceCents"
    from (
      select * from contract_products where product_id = ${product.productId} ${from} order by product_id ${direction}, cpid ${direction} limit ${pool.unsafe(String(Math.trunc(limit) + 1))}
    ) p join contracts c on c.cid = p.cid left join renters r on r.uid = c.uid
    order by p.cpid ${direction}`;
  return makeListPage(rows, query, ({ cpid }) => cpid);
}
