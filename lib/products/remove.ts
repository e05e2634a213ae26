import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import type { ApiContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";
import { transact } from "#lib/events/transact.ts";
import { lockProduct } from "#lib/products/find.ts";

/**
 * Takes a product out of the list and out of new contracts (resolutions.md § 6); it stays readable and keeps its uid.
 * 4999 for one that is hidden or deleted already, as for none: there is nothing left to delete.
 */
export async function remove(ctx: ApiContext, reference: string): Promise<void> {
  const { world, now } = ctx;
  await transact(async (tx) => {
    const product = await lockProduct(tx, world, reference);
    if (product === undefined) throw new ApiError("CATALOGUE_PRODUCT_NOT_FOUND");
    await tx.update(products).set({ deletedAt: now, updatedAt: now }).where(eq(products.id, product.productId));
  }, ctx);
}
