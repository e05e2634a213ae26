import { eq } from "drizzle-orm";
import { violatesConstraint } from "#db/driver.ts";
import { products } from "#db/schema/products.ts";
import type { ApiContext } from "#lib/context.ts";
import { quote } from "#lib/contracts/rules/fields.ts";
import { ApiError } from "#lib/errors/catalogue.ts";
import { transact } from "#lib/events/transact.ts";
import { newId } from "#lib/ids.ts";
import { lockProduct } from "#lib/products/find.ts";
import type { Product } from "#lib/products/product.ts";
import { serializeProduct } from "#lib/products/product.ts";
import { decideChange, decideCreation } from "#lib/products/rules/changes.ts";
import type { WireProduct } from "#lib/products/schema.ts";
import { findUsableProductTypes } from "#lib/renters/find.ts";

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

/** Changes a product of the catalogue; 4999 for an unknown, hidden or deleted one. Contracts keep the type and value that they insured. */
export function change(ctx: ApiContext, reference: string, body: unknown): Promise<WireProduct> {
  const { world, now } = ctx;
  return transact(async (tx) => {
    const before = await lockProduct(tx, world, reference);
    if (before === undefined) throw new ApiError("CATALOGUE_PRODUCT_NOT_FOUND");
    const after = decideChange(body, before, now);
    const { productId, ...fields } = after;
    await tx
      .update(products)
      .set({ ...fields, updatedAt: now })
      .where(eq(products.id, productId));
    return serializeProduct(after);
  }, ctx);
}

/** Deletes a product, which stays readable and keeps its uid (resolutions.md § 6). 4999 for an unknown, hidden or deleted one. */
export async function remove(ctx: ApiContext, reference: string): Promise<void> {
  const { world, now } = ctx;
  await transact(async (tx) => {
    const product = await lockProduct(tx, world, reference);
    if (product === undefined) throw new ApiError("CATALOGUE_PRODUCT_NOT_FOUND");
    await tx.update(products).set({ deletedAt: now, updatedAt: now }).where(eq(products.id, product.productId));
  }, ctx);
}
