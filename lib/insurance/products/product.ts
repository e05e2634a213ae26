import type { products } from "#db/schema/contracts.ts";
import type { WireProduct } from "#lib/insurance/products/schema.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import { withoutNulls } from "#lib/platform/wire/wire.ts";

type Row = typeof products.$inferSelect;
export type Product = Omit<Row, "id" | "worldId" | "hidden" | "deletedAt" | "createdAt" | "updatedAt"> & { productId: string };

/** The product as the API answers it (rules/products.md#create-3). */
export function serializeProduct(product: Product): WireProduct {
  return withoutNulls<WireProduct>({
    product_id: product.productId,
    uid: product.uid,
    product_type: product.productType,
    title: product.title,
    description: product.description,
    data: product.data,
    purchased_date: product.purchasedDate?.toISOString() ?? null,
    value_excl: eurosFromCents(product.valueExclCents),
  });
}
