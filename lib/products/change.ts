import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import type { ApiContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";
import { transact } from "#lib/events/transact.ts";
import { lockProduct } from "#lib/products/find.ts";
import { decideChange } from "#lib/products/rules/change.ts";
import type { WireProduct } from "#lib/products/schema.ts";
import { serializeProduct } from "#lib/products/serialize.ts";

/**
 * Changes a product of the catalogue (partner-api.md § Products); 4999 for one that is hidden or deleted, as for none.
 * Contracts keep the type and the value that they insured.
 */
export function change(ctx: ApiContext, reference: string, body: unknown): Promise<WireProduct> {
  const { world, now } = ctx;
  return transact(async (tx) => {
    const before = await lockProduct(tx, world, reference);
    if (before === undefined) throw new ApiError("CATALOGUE_PRODUCT_NOT_FOUND");
    const { productId, title, description, data, purchasedDate, valueExclCents } = decideChange(body, before, now);
    await tx
      .update(products)
      .set({ title, description, data, purchasedDate, valueExclCents, updatedAt: now })
      .where(eq(products.id, productId));
    return serializeProduct({ ...before, title, description, data, purchasedDate, valueExclCents });
  }, ctx);
}
