import type { ProductType } from "#lib/catalogue.ts";
import type { Cents } from "#lib/money.ts";
import type { ProductData } from "#lib/products/schema.ts";

/** A product of the catalogue as rules and verbs see it; serialize.ts turns it into what the API answers. */
export interface Product {
  productId: string;
  /** The partner's identifier. */
  uid: string;
  productType: ProductType;
  title: string;
  description: string | null;
  data: ProductData;
  purchasedDate: Date | null;
  valueExclCents: Cents;
}
