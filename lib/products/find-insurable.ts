import { sql } from "#db/client.ts";
import type { World } from "#lib/context.ts";
import type { CatalogueProduct } from "#lib/contracts/rules/basket.ts";

/**
 * The products that a contract may insure, each under the reference by which it was asked for: its `product_id`, or the
 * partner's `uid`; where both fit, the `product_id` wins. Hidden and deleted products are none (resolutions.md § 6).
 */
export async function findInsurable(world: World, references: readonly string[]): Promise<Map<string, CatalogueProduct>> {
  if (references.length === 0) return new Map();
  const rows = await sql<(CatalogueProduct & { uid: string })[]>`
    select id as "productId", uid, product_type as "productType", value_excl_cents::float8 as "valueExclCents"
    from products
    where world_id = ${world.id} and (id = any(${references}::text[]) or uid = any(${references}::text[])) and not hidden and deleted_at is null`;
  const asked = new Set(references);
  const products = rows.map(({ uid, ...product }) => ({ uid, product }));
  return new Map([
    ...products.filter(({ uid }) => asked.has(uid)).map(({ uid, product }) => [uid, product] as const),
    ...products.filter(({ product }) => asked.has(product.productId)).map(({ product }) => [product.productId, product] as const),
  ]);
}
