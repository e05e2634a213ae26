import { productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { Product } from "#lib/insurance/products/product.ts";
import type { CreationFacts } from "#lib/insurance/products/rules/changes.ts";

export const sampleNow = new Date("2027-03-01T09:00:00.000Z");

export const sampleFacts: CreationFacts = { now: sampleNow, usableTypes: productTypeNames };

/** With a property of the partner's own. */
export const sampleData = { product_subtype: "electric", brand: "Moustache", model: "Lundi 27", colour: "red" };

export const sampleBody = {
  uid: "bike-0042",
  product_type: "bike",
  title: "City bike 42",
  description: "Low frame, two panniers.",
  value_excl: 2400,
  purchased_date: "2024-05-31",
  data: sampleData,
};

export const sampleProduct: Product = {
  productId: "prod_01JD3W7Q8ZK5T9V0XR2M4N6P8A",
  uid: "bike-0042",
  productType: "bike",
  title: "City bike 42",
  description: "Low frame, two panniers.",
  valueExclCents: 240_000,
  purchasedDate: new Date("2024-05-31T00:00:00.000Z"),
  data: sampleData,
};
