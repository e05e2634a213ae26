import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { Product } from "#lib/insurance/products/product.ts";
import {
  knownData,
  readData,
  readDescription,
  readProductType,
  readPurchasedDate,
  readTitle,
  readUid,
  readValue,
} from "#lib/insurance/products/rules/fields.ts";
import { changeProductBody, createProductBody } from "#lib/insurance/products/schema.ts";
import type { ProductData } from "#lib/insurance/products/schema.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { isJsonObject, quote } from "#lib/platform/wire/fields.ts";
import type { Fields } from "#lib/platform/wire/fields.ts";
import { unknownName } from "#lib/platform/wire/unknown-names.ts";

export interface CreationFacts {
  now: Date;
  /** Types that an attached renter may insure; every type while none is attached. */
  usableTypes: readonly ProductType[];
}

/**
 * Decides on a body of `POST /products` (rules/products.md#create-8): 400 for an unknown field, then the first error in the order below.
 */
export function decideCreation(body: unknown, { now, usableTypes }: CreationFacts): Omit<Product, "productId"> {
  if (!isJsonObject(body)) throw new ApiError("MALFORMED_REQUEST", "the body must be a JSON object");
  const accepted = Object.keys(createProductBody.shape);
  const name = Object.keys(body).find((each) => !accepted.includes(each));
  if (name !== undefined) throw unknownName("MALFORMED_REQUEST", { kind: "field", at: "", name }, accepted);
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

const acceptedUnchanged = ["uid", "product_type", "product_id"];
const changeable = Object.keys(changeProductBody.shape).filter((name) => !acceptedUnchanged.includes(name));

/** Fixed fields may be sent with their present value, so that an answer can be sent back. */
const fixed: readonly { at: string; sent: (body: Fields) => unknown; kept: (product: Product) => string }[] = [
  { at: "uid", sent: ({ uid }) => uid, kept: ({ uid }) => uid },
  { at: "product_type", sent: ({ product_type }) => product_type, kept: ({ productType }) => productType },
  {
    at: "data.product_subtype",
    sent: ({ data }) => (isJsonObject(data) ? data.product_subtype : undefined),
    kept: ({ data }) => data.product_subtype,
  },
  { at: "product_id", sent: ({ product_id }) => product_id, kept: ({ productId }) => productId },
];

/** Codes that differ between a change and a creation. */
const errorsOfChange: Partial<Record<ErrorName, ErrorName>> = {
  CATALOGUE_VALUE_MISSING: "CATALOGUE_NEW_VALUE_INVALID",
  CATALOGUE_VALUE_INVALID: "CATALOGUE_NEW_VALUE_INVALID",
  CATALOGUE_DESCRIPTION_INVALID: "CATALOGUE_NEW_DESCRIPTION_INVALID",
  CATALOGUE_TITLE_MISSING: "CATALOGUE_NEW_TITLE_INVALID",
  CATALOGUE_TITLE_INVALID: "CATALOGUE_NEW_TITLE_INVALID",
  CATALOGUE_PURCHASED_DATE_INVALID: "CATALOGUE_NEW_PURCHASED_DATE_INVALID",
};

/**
 * Decides on a body of `PATCH /products/{productId}` (rules/products.md#change-1): 400 for an unknown field or another uid, type, subtype
 * or product_id; then title (4103), value (4101, 4021, 1230), `data` as in a creation, description (4102), purchased_date (4104). Absent
 * fields and properties of `data` stay; null removes optional ones.
 */
export function decideChange(body: unknown, before: Product, now: Date): Product {
  if (!isJsonObject(body)) throw new ApiError("MALFORMED_REQUEST", "the body must be a JSON object");
  assertFixedStay(body, before);
  const { productId, uid, productType } = before;
  return {
    productId,
    uid,
    productType,
    title: changed(body.title, before.title, readTitle),
    valueExclCents: changed(body.value_excl, before.valueExclCents, readValue),
    data: changed(body.data, before.data, (value) => mergeData(value, before)),
    description: changed(body.description, before.description, readDescription),
    // Today of the partner's, which was accepted, is still in the future as the instant that answers give.
    purchasedDate: changed(body.purchased_date, before.purchasedDate, (value) =>
      value === before.purchasedDate?.toISOString() ? before.purchasedDate : readPurchasedDate(value, now),
    ),
  };
}

function assertFixedStay(body: Fields, before: Product): void {
  for (const { at, sent, kept } of fixed) {
    const value = sent(body);
    if (value !== undefined && value !== kept(before)) {
      throw fieldError("MALFORMED_REQUEST", at, `cannot change from ${quote(kept(before))} to ${quote(value)}; leave it out`);
    }
  }
  const other = Object.keys(body).find((name) => !changeable.includes(name) && !acceptedUnchanged.includes(name));
  if (other !== undefined) throw unknownName("MALFORMED_REQUEST", { kind: "field", at: "", name: other }, changeable);
}

function changed<Value>(value: unknown, before: Value, read: (value: unknown) => Value): Value {
  if (value === undefined) return before;
  try {
    return read(value);
  } catch (error) {
    const ofChange = error instanceof ApiError ? errorsOfChange[error.errorName] : undefined;
    throw ofChange === undefined || !(error instanceof ApiError) ? error : new ApiError(ofChange, error.message, { field: error.field });
  }
}

function mergeData(value: unknown, { data, productType }: Product): ProductData {
  if (!isJsonObject(value)) return readData(value, productType);
  const takenAway = Object.keys(value).filter((name) => value[name] === null && !knownData.some((field) => field === name));
  const merged = Object.entries({ ...data, ...value }).filter(([name]) => !takenAway.includes(name));
  return readData(Object.fromEntries(merged), productType);
}
