import { eurosFromCents } from "#lib/money.ts";
import type { Product } from "#lib/products/product.ts";
import type { WireProduct } from "#lib/products/schema.ts";

/** The product as the API answers it (partner-api.md § Product (catalogue)). */
export function serializeProduct(product: Product): WireProduct {
  return {
    product_id: product.productId,
    uid: product.uid,
    product_type: product.productType,
    title: product.title,
    ...(product.description === null ? {} : { description: product.description }),
    data: product.data,
    ...(product.purchasedDate === null ? {} : { purchased_date: product.purchasedDate.toISOString() }),
    value_excl: eurosFromCents(product.valueExclCents),
  };
}
