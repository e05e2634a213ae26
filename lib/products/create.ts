import { violatesConstraint } from "#db/driver.ts";
import { products } from "#db/schema/products.ts";
import type { ApiContext } from "#lib/context.ts";
import { quote } from "#lib/contracts/rules/fields.ts";
import { ApiError } from "#lib/errors.ts";
import { transact } from "#lib/events/transact.ts";
import { newId } from "#lib/ids.ts";
import type { Product } from "#lib/products/product.ts";
import { decideCreation } from "#lib/products/rules/creation.ts";
import type { WireProduct } from "#lib/products/schema.ts";
import { serializeProduct } from "#lib/products/serialize.ts";
import { findUsableProductTypes } from "#lib/renters/find-usable-product-types.ts";

/** Adds a product to the catalogue (partner-api.md § Products); 4010 where its uid is taken, by a deleted product too. */
export async function create(ctx: ApiContext, body: unknown): Promise<WireProduct> {
  const { world, now } = ctx;
  const product: Product = { productId: newId("prod"), ...decideCreation(body, { now, usableTypes: await findUsableProductTypes(world) }) };
  const { productId, ...fields } = product;
  return transact(async (tx) => {
    await tx.insert(products).values({ id: productId, worldId: world.id, ...fields, createdAt: now, updatedAt: now });
    return serializeProduct(product);
  }, ctx).catch((error: unknown) => {
    throw violatesConstraint(error, "products_world_uid")
      ? new ApiError("CATALOGUE_UID_TAKEN", `uid ${quote(product.uid)} is taken by another product of this environment`)
      : error;
  });
}
