import { isJsonObject, quote } from "#lib/contracts/rules/fields.ts";
import type { Fields } from "#lib/contracts/rules/fields.ts";
import { ApiError } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import type { Product } from "#lib/products/product.ts";
import { knownData, readData, readDescription, readPurchasedDate, readTitle, readValue } from "#lib/products/rules/fields.ts";
import type { ProductData } from "#lib/products/schema.ts";

const changeable = ["title", "value_excl", "data", "description", "purchased_date"];
const acceptedUnchanged = ["uid", "product_type", "product_id"];

/** What never changes, and what answers where another value is sent; the same value may be, so that an answer can be sent back. */
const fixed: readonly { at: string; error: ErrorName; sent: (body: Fields) => unknown; kept: (product: Product) => string }[] = [
  { at: "uid", error: "CATALOGUE_UID_FIXED", sent: ({ uid }) => uid, kept: ({ uid }) => uid },
  { at: "product_type", error: "CATALOGUE_TYPE_FIXED", sent: ({ product_type }) => product_type, kept: ({ productType }) => productType },
  {
    at: "data.product_subtype",
    error: "CATALOGUE_SUBTYPE_FIXED",
    sent: ({ data }) => (isJsonObject(data) ? data.product_subtype : undefined),
    kept: ({ data }) => data.product_subtype,
  },
  { at: "product_id", error: "CATALOGUE_FIELD_NOT_CHANGEABLE", sent: ({ product_id }) => product_id, kept: ({ productId }) => productId },
];

/**
 * The product as a body of `PATCH /products/{productId}` leaves it (resolutions.md § 6). The first fault answers: 4101 another
 * uid, 4102 another type, 4103 another subtype, 4104 a field that is none, then those of the fields in the order of a creation.
 * What is left out stays, and so do the properties of `data`; null takes away what a product need not have.
 */
export function decideChange(body: unknown, before: Product, now: Date): Product {
  if (!isJsonObject(body)) throw new ApiError("MALFORMED_REQUEST", "the body must be a JSON object");
  assertFixedStay(body, before);
  return {
    ...before,
    title: changed(body.title, before.title, readTitle),
    valueExclCents: changed(body.value_excl, before.valueExclCents, readValue),
    data: changed(body.data, before.data, (sent) => mergeData(sent, before)),
    description: changed(body.description, before.description, readDescription),
    purchasedDate: changed(body.purchased_date, before.purchasedDate, (sent) => readPurchasedDate(sent, now)),
  };
}

function assertFixedStay(body: Fields, before: Product): void {
  for (const { at, error, sent, kept } of fixed) {
    const value = sent(body);
    if (value !== undefined && value !== kept(before)) {
      throw new ApiError(error, `${at} cannot change from ${quote(kept(before))} to ${quote(value)}; leave it out`);
    }
  }
  const other = Object.keys(body).find((name) => !changeable.includes(name) && !acceptedUnchanged.includes(name));
  if (other !== undefined) {
    throw new ApiError(
      "CATALOGUE_FIELD_NOT_CHANGEABLE",
      `${quote(other)} is not a field that can change; accepted: ${changeable.join(", ")}`,
    );
  }
}

function changed<Value>(sent: unknown, before: Value, read: (sent: unknown) => Value): Value {
  return sent === undefined ? before : read(sent);
}

function mergeData(sent: unknown, { data, productType }: Product): ProductData {
  if (!isJsonObject(sent)) return readData(sent, productType);
  const takenAway = Object.keys(sent).filter((name) => sent[name] === null && !knownData.some((known) => known === name));
  const merged = Object.entries({ ...data, ...sent }).filter(([name]) => !takenAway.includes(name));
  return readData(Object.fromEntries(merged), productType);
}
