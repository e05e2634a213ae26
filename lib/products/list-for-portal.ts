import { sql } from "#db/client.ts";
import { examine, makeBoundedPage, mostExamined } from "#lib/bounded-pages.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import type { ProductType } from "#lib/catalogue.ts";
import type { Cents } from "#lib/money.ts";
import { isRising } from "#lib/portal-lists.ts";
import type { ProductListQuery } from "#lib/products/schema-portal.ts";
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

type Stored = Omit<ProductRow, "createdAt"> & { createdAt: string; place: number; fits: boolean };

const columns = `
  p.id, p.uid, p.title, p.product_type as "productType", coalesce(p.data ->> 'product_subtype', '') as "productSubtype",
  coalesce(p.data ->> 'brand', '') as brand, coalesce(p.data ->> 'model', '') as model, p.value_excl_cents::float8 as "valueExclCents",
  p.created_at as "createdAt", (p.hidden or p.deleted_at is not null) as "isHidden"`;

/**
 * The catalogue of a world, newest first (portal.md § Partner side, products). Who searches for an identifier finds that product
 * alone, whether it is in the catalogue or not.
 */
export async function listForPortal({ world }: Pick<PartnerContext, "world">, query: ProductListQuery): Promise<BoundedPage<ProductRow>> {
  const { search, type = [], before, after, limit } = query;
  const named = search === undefined ? undefined : await findNamed(world.id, search);
  const values: string[] = [];
  const bind = (value: string) => `$${values.push(value)}`;
  const direction = isRising(query) ? "asc" : "desc";
  const cursor = before === undefined ? (after === undefined ? "" : `and p.id > ${bind(after)}`) : `and p.id < ${bind(before)}`;
  const which = named === undefined ? "not p.hidden and p.deleted_at is null" : `p.id = ${bind(named)}`;
  const stream = `
    select ${columns} from products p where p.world_id = ${world.id} and ${which} ${cursor} order by p.id ${direction} limit ${mostExamined + 1}`;
  const conditions = [
    type.length === 0 ? [] : [`"productType" in (${type.map((one) => `'${one}'`).join(", ")})`],
    search === undefined || named !== undefined ? [] : [mentions(bind(search))],
  ].flat();
  const rows = await sql.unsafe<Stored[]>(examine(stream, conditions.length === 0 ? "true" : conditions.join(" and "), limit), values);
  return makeBoundedPage(rows, query, { cursorOf: ({ id }) => id, placeOf: ({ createdAt }) => new Date(createdAt), make: makeRow });
}

/** The product that has this identifier, ours or the partner's. */
async function findNamed(worldId: number, reference: string): Promise<string | undefined> {
  const [found] = await sql<{ id: string }[]>`
    select id from products where world_id = ${worldId} and (id = ${reference} or uid = ${reference}) order by id = ${reference} desc limit 1`;
  return found?.id;
}

/** Whether what people know a product by holds a text, in whatever case. */
function mentions(text: string): string {
  const any = ["title", "brand", "model", "uid"].map((column) => `strpos(lower(${column}), lower(${text})) > 0`);
  return `(${any.join(" or ")})`;
}

function makeRow({ place: _place, fits: _fits, createdAt, ...row }: Stored): ProductRow {
  return { ...row, createdAt: new Date(createdAt) };
}
