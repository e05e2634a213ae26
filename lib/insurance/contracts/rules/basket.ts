import {
  contractTypesByProductType,
  isProductType,
  isSubtypeOf,
  productTypeNames,
  productTypes,
} from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType, ProductSubtype, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { productsLimit } from "#lib/insurance/contracts/requests.ts";
import { readProductData } from "#lib/insurance/contracts/rules/product-data.ts";
import type { ContractProductData } from "#lib/insurance/contracts/schema.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { centsFromEuros } from "#lib/platform/money/money.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { hasAtMost } from "#lib/platform/text/characters.ts";
import { assertFieldsKnown, isJsonObject, isMissing, quote } from "#lib/platform/wire/fields.ts";
import type { Fields } from "#lib/platform/wire/fields.ts";
import { identifierLimit, minValue, textLimit, valueLimit } from "#lib/platform/wire/limits.ts";

export interface CatalogueProduct {
  productId: string;
  productType: ProductType;
  productSubtype: ProductSubtype | null;
  valueExclCents: Cents;
}

export interface InlineProduct {
  productType: ProductType;
  /** Null if a preview left it out. */
  productSubtype: ProductSubtype | null;
  valueExclCents: Cents;
  /** The hidden catalogue entry; undefined if a preview left some of it out (rules/contracts.md#products-3, #preview-3). */
  description: { productSubtype: ProductSubtype; brand: string; model: string } | undefined;
}

export interface NewProduct {
  insured: ({ source: "catalogue" } & CatalogueProduct) | ({ source: "inline" } & InlineProduct);
  data: ContractProductData;
}

export interface BasketFacts {
  contractType: ContractType;
  allowedTypes: readonly ProductType[];
  products: ReadonlyMap<string, CatalogueProduct>;
  shared: boolean;
  preview: boolean;
}

const inlineFields = ["product_type", "product_subtype", "value_excl", "brand", "model"] as const;
const entryFields = ["product_id", "data", ...inlineFields] as const;

/** The order in which errors answer, over all products (rules/contracts.md#products-9). */
const errorOrder: readonly ErrorName[] = [
  "OPTION_NOT_ALLOWED",
  "PRODUCT_REFERENCE_MISSING",
  "PRODUCT_UNKNOWN",
  "PRODUCT_TYPE_MISSING",
  "PRODUCT_TYPE_UNKNOWN",
  "PRODUCT_SUBTYPE_MISSING",
  "PRODUCT_SUBTYPE_UNKNOWN",
  "PRODUCT_VALUE_MISSING",
  "PRODUCT_VALUE_NOT_POSITIVE",
  "PRODUCT_VALUE_TOO_HIGH",
  "PRODUCT_BRAND_MISSING",
  "PRODUCT_MODEL_MISSING",
  "PRODUCT_TYPE_NOT_ALLOWED",
  "PRODUCT_DATA_MISSING",
  "BIKE_USER_NAME_MISSING",
  "BIKE_MARKING_MISSING",
  "WINTERSPORTS_USER_NAME_MISSING",
  "WINTERSPORTS_MARKING_MISSING",
  "WATERSPORTS_USER_NAME_MISSING",
  "WATERSPORTS_MARKING_MISSING",
  "PRODUCTS_INVALID",
];

/**
 * Reads the products of a creation or an addition: 1007 none, 1221 not an array of objects, errors of products (1200–1230, 1300–1321), 1022
 * type not offered under the contract type.
 */
export function readBasket(value: unknown, facts: BasketFacts): NewProduct[] {
  const products = readEntries(value, facts);
  for (const [index, { insured }] of products.entries()) assertOffered(insured.productType, `products[${index}]`, facts.contractType);
  return products;
}

function readEntries(value: unknown, facts: BasketFacts): NewProduct[] {
  const products: NewProduct[] = [];
  const errors: ApiError[] = [];
  for (const [index, entry] of listEntries(value).entries()) {
    try {
      products.push(readEntry(entry, `products[${index}]`, facts));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      errors.push(error);
    }
  }
  const [first] = errors.toSorted((one, other) => errorOrder.indexOf(one.errorName) - errorOrder.indexOf(other.errorName));
  if (first !== undefined) throw first;
  return products;
}

function listEntries(value: unknown): Fields[] {
  if (isMissing(value) || (Array.isArray(value) && value.length === 0)) {
    throw fieldError("PRODUCTS_MISSING", "products", "is missing or empty: send at least one product");
  }
  if (!Array.isArray(value)) throw fieldError("PRODUCTS_INVALID", "products", "must be an array of objects");
  if (value.length > productsLimit) {
    throw fieldError("PRODUCTS_INVALID", "products", `has ${value.length} entries; one request takes at most ${productsLimit}`);
  }
  return value.map((entry: unknown, index) => {
    if (!isJsonObject(entry)) throw fieldError("PRODUCTS_INVALID", `products[${index}]`, "must be an object");
    return entry;
  });
}

function readEntry(entry: Fields, at: string, facts: BasketFacts): NewProduct {
  assertFieldsKnown(entry, entryFields, at);
  const insured = readInsured(entry, at, facts);
  const { productType } = insured;
  if (!facts.allowedTypes.includes(productType)) {
    throw fieldError(
      "PRODUCT_TYPE_NOT_ALLOWED",
      at,
      `: the product type ${productType} is not allowed to this renter; allowed: ${facts.allowedTypes.join(", ") || "none"}`,
    );
  }
  return { insured, data: readProductData(entry.data, `${at}.data`, { ...facts, productType }) };
}

function readInsured(entry: Fields, at: string, { products, preview }: Pick<BasketFacts, "products" | "preview">): NewProduct["insured"] {
  if (!isMissing(entry.product_id)) return { source: "catalogue", ...findProduct(entry.product_id, at, products) };
  if (inlineFields.every((field) => isMissing(entry[field]))) {
    throw fieldError("PRODUCT_REFERENCE_MISSING", at, `needs either product_id, or ${inlineFields.join(", ")}`);
  }
  return { source: "inline", ...readInline(entry, at, preview) };
}

function findProduct(value: unknown, at: string, products: ReadonlyMap<string, CatalogueProduct>): CatalogueProduct {
  const product = typeof value === "string" && hasAtMost(identifierLimit, value) ? products.get(value) : undefined;
  if (product === undefined) {
    throw fieldError(
      "PRODUCT_UNKNOWN",
      `${at}.product_id`,
      `${quote(value)} is unknown: send the product_id or uid of a product that GET /products lists`,
    );
  }
  const { productId, productType, productSubtype, valueExclCents } = product;
  return { productId, productType, productSubtype, valueExclCents };
}

/** A preview may omit all but type and value, and is then priced by the rates of the type. Omitted fields are checked where they are sent. */
function readInline(entry: Fields, at: string, preview: boolean): InlineProduct {
  const readUnlessMissing = <Value>(value: unknown, read: () => Value) => (preview && isMissing(value) ? undefined : read());
  const productType = readProductType(entry.product_type, `${at}.product_type`);
  const productSubtype = readUnlessMissing(entry.product_subtype, () =>
    readSubtype(entry.product_subtype, `${at}.product_subtype`, productType),
  );
  const valueExclCents = readValue(entry.value_excl, `${at}.value_excl`);
  const brand = readUnlessMissing(entry.brand, () => readName(entry.brand, `${at}.brand`, "PRODUCT_BRAND_MISSING"));
  const model = readUnlessMissing(entry.model, () => readName(entry.model, `${at}.model`, "PRODUCT_MODEL_MISSING"));
  const isDescribed = productSubtype !== undefined && brand !== undefined && model !== undefined;
  const description = isDescribed ? { productSubtype, brand, model } : undefined;
  return { productType, productSubtype: productSubtype ?? null, valueExclCents, description };
}

function readProductType(value: unknown, at: string): ProductType {
  const accepted = `send one of ${productTypeNames.join(", ")}`;
  if (isMissing(value)) throw fieldError("PRODUCT_TYPE_MISSING", at, `is missing: ${accepted}`);
  if (!isProductType(value)) throw fieldError("PRODUCT_TYPE_UNKNOWN", at, `${quote(value)} is unknown: ${accepted}`);
  return value;
}

function readSubtype(value: unknown, at: string, productType: ProductType): ProductSubtype {
  const accepted = `send one of ${productTypes[productType].join(", ")}`;
  if (isMissing(value)) throw fieldError("PRODUCT_SUBTYPE_MISSING", at, `is missing: ${accepted}`);
  if (!isSubtypeOf(productType, value)) {
    throw fieldError("PRODUCT_SUBTYPE_UNKNOWN", at, `${quote(value)} is not a subtype of ${productType}: ${accepted}`);
  }
  return value;
}

function readValue(value: unknown, at: string): Cents {
  if (isMissing(value)) throw fieldError("PRODUCT_VALUE_MISSING", at, "is missing: send the value excluding tax, in euros, as a number");
  if (typeof value !== "number" || !(value >= minValue)) {
    throw fieldError("PRODUCT_VALUE_NOT_POSITIVE", at, `must be a number of euros, ${minValue} or more`);
  }
  if (value > valueLimit) {
    throw fieldError(
      "PRODUCT_VALUE_TOO_HIGH",
      at,
      `${Number.isFinite(value) ? value : "the number"} is over ${valueLimit}: such products are insured on quote only`,
    );
  }
  return centsFromEuros(value);
}

function readName(value: unknown, at: string, error: "PRODUCT_BRAND_MISSING" | "PRODUCT_MODEL_MISSING"): string {
  if (isMissing(value)) throw fieldError(error, at, "is missing: send a text");
  if (typeof value !== "string" || !hasAtMost(textLimit, value)) {
    throw fieldError(error, at, `must be a text of 1 to ${textLimit} characters`);
  }
  return value;
}

function assertOffered(productType: ProductType, at: string, contractType: ContractType): void {
  const offered: readonly ContractType[] = contractTypesByProductType[productType];
  if (offered.includes(contractType)) return;
  throw fieldError(
    "PRODUCT_NOT_OFFERED",
    at,
    `: the product type ${productType} is not offered under ${contractType}, only under ${offered.join(", ")}; ask the insurer for a quote`,
  );
}
