import { and, eq, sql } from "drizzle-orm";
import { products } from "#db/schema/contracts.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { lockProduct } from "#lib/insurance/products/find.ts";
import type { Product } from "#lib/insurance/products/product.ts";
import { serializeProduct } from "#lib/insurance/products/product.ts";
import { decideChange, decideCreation } from "#lib/insurance/products/rules/changes.ts";
import type { WireProduct } from "#lib/insurance/products/schema.ts";
import { findUsableProductTypes } from "#lib/insurance/renters/find.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import { quote } from "#lib/platform/wire/fields.ts";

/**
 * Adds a product to the catalogue (rules/products.md#create-2). The uid of a deleted product brings that product back with the new content
 * (rules/products.md#delete-1). 4010 for the uid of another product, or for another product's product_id.
 */
export async function create(ctx: ApiContext, body: unknown): Promise<WireProduct> {
  const { world, now } = ctx;
  const product: Product = { productId: newId("prod"), ...decideCreation(body, { now, usableTypes: await findUsableProductTypes(world) }) };
  const { productId, uid, ...fields } = product;
  const content = { ...fields, updatedAt: now, deletedAt: null };
  return transact(async (tx) => {
    const [sameId] = await tx
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.worldId, world.id), eq(products.id, uid)));
    if (sameId !== undefined) throw uidTaken(uid);
    const [stored] = await tx
      .insert(products)
      .values({ id: productId, worldId: world.id, uid, ...content, createdAt: now })
      .onConflictDoUpdate({
        target: [products.worldId, products.uid],
        set: content,
        setWhere: sql`${products.deletedAt} is not null and not ${products.hidden}`,
      })
      .returning({ productId: products.id });
    if (stored === undefined) throw uidTaken(uid);
    return serializeProduct({ ...product, ...stored });
  }, ctx);
}

function uidTaken(uid: string): ApiError {
  return fieldError("CATALOGUE_UID_TAKEN", "uid", `${quote(uid)} is taken by another product of this environment`);
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

/** Deletes a product, which stays readable; its uid can bring it back (rules/products.md#delete-1). 4999 for an unknown, hidden or deleted one. */
export async function remove(ctx: ApiContext, reference: string): Promise<void> {
  const { world, now } = ctx;
  await transact(async (tx) => {
    const product = await lockProduct(tx, world, reference);
    if (product === undefined) throw new ApiError("CATALOGUE_PRODUCT_NOT_FOUND");
    await tx.update(products).set({ deletedAt: now, updatedAt: now }).where(eq(products.id, product.productId));
  }, ctx);
}
