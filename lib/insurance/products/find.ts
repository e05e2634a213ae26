import { sql as query } from "drizzle-orm";
import { sql } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { columnsWithout, selectOf } from "#db/rows.ts";
import { products } from "#db/schema/contracts.ts";
import type { World } from "#lib/account/worlds/context.ts";
import type { Product } from "#lib/insurance/products/product.ts";

const read = columnsWithout(products, "id", "worldId", "hidden", "deletedAt", "createdAt", "updatedAt");
const columnTexts = selectOf({ productId: products.id, ...read }, "products");
const columns = sql.unsafe(columnTexts);

/** Visible products can be listed, changed and insured; inline products are hidden. */
const visibleText = "not hidden and deleted_at is null";
const visible = sql.unsafe(visibleText);

/** Matches a `product_id`, or the partner's `uid` where no `product_id` does. */
function idOf(world: World, reference: string) {
  return sql`(select id from products where world_id = ${world.id} and (id = ${reference} or uid = ${reference}) order by id = ${reference} desc limit 1)`;
}

/** Finds a product, also a hidden or deleted one; undefined for an unknown one and for one of another world. */
export async function findProduct(world: World, reference: string): Promise<Product | undefined> {
  const [row] = await sql<Product[]>`select ${columns} from products where id = ${idOf(world, reference)}`;
  return row;
}

export async function lockProduct(tx: Transaction, world: World, reference: string): Promise<Product | undefined> {
  const [row] = await tx.execute<Product>(query`
    select ${query.raw(columnTexts)} from products where id = (
      select id from products where world_id = ${world.id} and (id = ${reference} or uid = ${reference}) order by id = ${reference} desc limit 1
    ) and ${query.raw(visibleText)} for update`);
  return row;
}

/** The older products of a world come before it. */
export type Position = Pick<Product, "productId"> & { worldId: number };

export function newestPosition(world: World): Position {
  return { worldId: world.id + 1, productId: "" };
}

export async function findProducts(world: World, before: Position, { skip, limit }: { skip: number; limit: number }): Promise<Product[]> {
  // Orders by both columns: by the identifier alone, a cached plan may scan the products of all worlds.
  return sql<Product[]>`
    select ${columns} from products
    where (world_id, id) > (${world.id}, '') and (world_id, id) < (${before.worldId}, ${before.productId}) and ${visible}
    order by world_id desc, id desc limit ${limit} offset ${skip}`;
}
