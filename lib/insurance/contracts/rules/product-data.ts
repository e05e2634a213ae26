import type { ContractType, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { ownPropertiesLimit } from "#lib/insurance/contracts/requests.ts";
import type { ContractProductData } from "#lib/insurance/contracts/schema.ts";
import { fieldError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { hasAtMost, visibleText } from "#lib/platform/text/characters.ts";
import { isExact, isJsonObject, isMissing, quote } from "#lib/platform/wire/fields.ts";
import { textLimit } from "#lib/platform/wire/limits.ts";
import { sentInstead } from "#lib/platform/wire/unknown-names.ts";

export interface ProductDataFacts {
  contractType: ContractType;
  productType: ProductType;
  /** True with the option `sharing`: the bikes have no particular user. */
  shared: boolean;
  preview: boolean;
}

const sharedUserName = "Partagé";
const namedTypes: readonly ContractType[] = ["LMD", "LLD"];
const knownProperties = ["user_name", "product_marked", "internal_id"] as const;

const missingErrors: Partial<Record<ProductType, { userName: ErrorName; marking: ErrorName }>> = {
  bike: { userName: "BIKE_USER_NAME_MISSING", marking: "BIKE_MARKING_MISSING" },
  wintersports: { userName: "WINTERSPORTS_USER_NAME_MISSING", marking: "WINTERSPORTS_MARKING_MISSING" },
  watersports: { userName: "WATERSPORTS_USER_NAME_MISSING", marking: "WATERSPORTS_MARKING_MISSING" },
};
const otherMissingErrors = { userName: "PRODUCTS_INVALID", marking: "PRODUCTS_INVALID" } as const;

/**
 * Reads the `data` of a product; `at` is its place in the body. 1220 missing, 1221 not an object of texts and numbers, then missing
 * `user_name` or `product_marked` with the product type's codes (rules/contracts.md#products-6, #products-7).
 */
export function readProductData(value: unknown, at: string, facts: ProductDataFacts): ContractProductData {
  const { contractType, productType, preview } = facts;
  const absent = value === undefined || value === null;
  if (absent && !preview) {
    throw fieldError(
      "PRODUCT_DATA_MISSING",
      at,
      `is missing: a product of the type ${productType} needs ${requiredProperties(facts).join(" and ")} in it`,
    );
  }
  const data = readProperties(absent ? {} : value, at);
  if (isShared(facts)) data.user_name = sharedUserName;
  if (preview) return data;

  const errors = missingErrors[productType] ?? otherMissingErrors;
  if (namedTypes.includes(contractType) && data.user_name === undefined) {
    throw fieldError(
      errors.userName,
      `${at}.user_name`,
      `is missing: an ${contractType} contract needs it for every ${productType} product${sentInstead("user_name", data, knownProperties)}`,
    );
  }
  if (data.product_marked === undefined) {
    const instead = sentInstead("product_marked", data, knownProperties);
    throw fieldError(errors.marking, `${at}.product_marked`, `is missing: every ${productType} product needs it${instead}`);
  }
  return data;
}

function isShared({ productType, shared }: ProductDataFacts): boolean {
  return shared && productType === "bike";
}

function requiredProperties(facts: ProductDataFacts): string[] {
  const named = namedTypes.includes(facts.contractType) && !isShared(facts);
  return named ? ["user_name", "product_marked"] : ["product_marked"];
}

function readProperties(input: unknown, at: string): ContractProductData {
  if (!isJsonObject(input)) throw invalid(at, "must be an object");
  const entries = Object.entries(input);
  const own = entries.filter(([name]) => !isKnownProperty(name));
  if (own.length > ownPropertiesLimit) throw invalid(at, `may have at most ${ownPropertiesLimit} properties of your own`);

  const data: ContractProductData = Object.fromEntries(own.map(([name, value]) => [name, readOwnProperty(name, value, at)]));
  for (const name of knownProperties) {
    const value = input[name];
    if (isMissing(value)) continue;
    if (typeof value !== "string" || !hasAtMost(textLimit, value)) {
      throw invalid(`${at}.${name}`, `must be a text of at most ${textLimit} characters`);
    }
    data[name] = name === "user_name" ? visibleText(value) : value;
  }
  return data;
}

function readOwnProperty(name: string, value: unknown, at: string): string | number {
  const nameFits = name !== "" && name !== "__proto__" && hasAtMost(textLimit, name);
  if (!nameFits) throw invalid(at, `has a property with the name ${quote(name)}, which is not accepted`);
  if (typeof value === "number" && isExact(value)) return value;
  if (typeof value === "string" && hasAtMost(textLimit, value)) return value;
  throw invalid(`${at}.${name}`, `must be a number up to 2^53 or a text of at most ${textLimit} characters`);
}

function isKnownProperty(name: string): boolean {
  return knownProperties.some((field) => field === name);
}

function invalid(at: string, error: string): Error {
  return fieldError("PRODUCTS_INVALID", at, error);
}
