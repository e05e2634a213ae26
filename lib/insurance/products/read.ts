import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { findProduct } from "#lib/insurance/products/find.ts";
import { serializeProduct } from "#lib/insurance/products/product.ts";
import type { Product } from "#lib/insurance/products/product.ts";
import type { WireProduct } from "#lib/insurance/products/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";

/** Reads a product of the caller's world, also a hidden or deleted one; 4999 for any other. */
export async function read({ world }: ApiContext, reference: string): Promise<WireProduct> {
  const product = await findProduct(world, reference);
  if (product === undefined) throw new ApiError("CATALOGUE_PRODUCT_NOT_FOUND");
  return serializeProduct(product);
}

export interface ProductDetail extends Product {
  hidden: boolean;
  deletedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  wire: WireProduct;
}

/**
 * A product of this world by one of its identifiers, hidden and deleted ones included; NotFound if there is none
 * (rules/products.md#delete-1).
 */
export async function readForPortal({ world }: Pick<PartnerContext, "world">, reference: string): Promise<ProductDetail> {
  const product = await findProduct(world, reference);
  if (product === undefined) throw new NotFound(`there is no product ${reference}`, { key: "noProduct" });
  const [row] = await sql<{ hidden: boolean; deletedAt: Date | null; createdAt: Date; updatedAt: Date }[]>`
    select hidden, deleted_at, created_at, updated_at from products where id = ${product.productId}`;
  if (row === undefined) throw new NotFound(`there is no product ${reference}`, { key: "noProduct" });
  return { ...product, ...row, wire: serializeProduct(product) };
}
