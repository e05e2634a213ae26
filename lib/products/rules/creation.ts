import type { ProductType } from "#lib/catalogue.ts";
import { isJsonObject, quote } from "#lib/contracts/rules/fields.ts";
import { ApiError } from "#lib/errors.ts";
import type { Product } from "#lib/products/product.ts";
import {
  readData,
  readDescription,
  readProductType,
  readPurchasedDate,
  readTitle,
  readUid,
  readValue,
} from "#lib/products/rules/fields.ts";
import { createProductBody } from "#lib/products/schema.ts";

/** What decides on a new product beside the body. */
export interface CreationFacts {
  now: Date;
  /** The product types that at least one renter attached to the key may insure; every type while none is attached. */
  usableTypes: readonly ProductType[];
}

/**
 * The product that a body of `POST /products` asks for (resolutions.md § 6). A field that is none answers 400; then the first fault, field by field in the
 * order below; each reader's docstring has its codes. That the uid is unique (4010) only the write can tell.
 */
export function decideCreation(body: unknown, { now, usableTypes }: CreationFacts): Omit<Product, "productId"> {
  if (!isJsonObject(body)) throw new ApiError("MALFORMED_REQUEST", "the body must be a JSON object");
  const stranger = Object.keys(body).find((name) => !Object.hasOwn(createProductBody.shape, name));
  if (stranger !== undefined) {
    const accepted = Object.keys(createProductBody.shape).join(", ");
    throw new ApiError("MALFORMED_REQUEST", `the field ${quote(stranger)} is not accepted here; accepted fields: ${accepted}`);
  }
  const uid = readUid(body.uid);
  const productType = readProductType(body.product_type, usableTypes);
  return {
    uid,
    productType,
    title: readTitle(body.title),
    valueExclCents: readValue(body.value_excl),
    data: readData(body.data, productType),
    description: readDescription(body.description),
    purchasedDate: readPurchasedDate(body.purchased_date, now),
  };
}
