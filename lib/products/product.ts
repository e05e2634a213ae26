import type { ProductType } from "#lib/catalogue.ts";
import type { Cents } from "#lib/money.ts";
import { eurosFromCents } from "#lib/money.ts";
import type { ProductData, WireProduct } from "#lib/products/schema.ts";

export interface Product {
  productId: string;
  uid: string;
  productType: ProductType;
  title: string;
  description: string | null;
  data: ProductData;
  purchasedDate: Date | null;
  valueExclCents: Cents;
}

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
