import { isDeepStrictEqual } from "node:util";
import type { Feature } from "#lib/account/worlds/schema.ts";
import { assertNotBackdated, assertNotEnded, readInstant } from "#lib/insurance/catalogue/period.ts";
import type { Period } from "#lib/insurance/catalogue/period.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import {
  assertWithin,
  isCancellable,
  isContractOpen,
  isProductOpen,
  isSamePeriod,
  lastsWithContract,
  startWithin,
} from "#lib/insurance/contracts/rules/amend-period.ts";
import { readProductData } from "#lib/insurance/contracts/rules/product-data.ts";
import type { ContractProductData } from "#lib/insurance/contracts/schema.ts";
import { fieldError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { hasAtMost } from "#lib/platform/text/characters.ts";
import { isJsonObject, isMissing, quote } from "#lib/platform/wire/fields.ts";
import type { Fields } from "#lib/platform/wire/fields.ts";
import { textLimit } from "#lib/platform/wire/limits.ts";

/** A new entry that replaces the entry `cpid`, from which it takes what is not changed. */
export interface Replacement extends Period {
  cpid: string;
  data: ContractProductData;
}

interface Change {
  product: ContractProduct;
  fields: Fields;
}

const texts: readonly { field: string; notText: ErrorName; empty: ErrorName }[] = [
  { field: "product_marked", notText: "PRODUCT_MARKED_NOT_TEXT", empty: "PRODUCT_MARKED_EMPTY" },
  { field: "user_name", notText: "USER_NAME_NOT_TEXT", empty: "USER_NAME_EMPTY" },
  { field: "internal_id", notText: "INTERNAL_ID_NOT_TEXT", empty: "INTERNAL_ID_EMPTY" },
];

/**
 * Decides which entries a change of `products` replaces; `contract` already has its new period. The order (rules/contracts.md#update-6):
 * over all entries 1221 not an object, 1330 unknown, 1331 not open, 1335–1337, 1332–1334; then entry by entry 1338, 1050 (dates after 4
 * hours), 1002 invalid date, 1339–1342, 1001, 1343, 1000, 1021; then the rules on the resulting data.
 */
export function replaceProducts(value: unknown, contract: Contract, features: readonly Feature[], now: Date): Replacement[] {
  const changes = readChanges(value, contract, now);
  for (const { product, fields } of changes) {
    for (const { field, notText } of texts) assertText(fields[field], notText, `products.${product.cpid}.${field}`);
  }
  for (const { product, fields } of changes) {
    for (const { field, empty } of texts) assertFilled(fields[field], empty, `products.${product.cpid}.${field}`);
  }
  return changes
    .map(({ product, fields }) => ({ product, fields, period: amendDates(product, fields, contract, features, now) }))
    .map(({ product, fields, period }) => ({
      product,
      replacement: { cpid: product.cpid, ...period, data: mergeData(product, fields, contract) },
    }))
    .filter(({ product, replacement }) => !isSamePeriod(product, replacement) || !isDeepStrictEqual(product.data, replacement.data))
    .map(({ replacement }) => replacement);
}

function readChanges(value: unknown, contract: Contract, now: Date): Change[] {
  if (!isJsonObject(value)) {
    throw fieldError("PRODUCTS_INVALID", "products", "must be an object keyed by the keys of the contract's products");
  }
  const byId = new Map(contract.products.map((product) => [product.cpid, product]));
  const changes = Object.entries(value).map(([cpid, fields]) => {
    const product = byId.get(cpid);
    if (product === undefined) throw fieldError("CONTRACT_PRODUCT_UNKNOWN", "products", `: the contract has no product ${quote(cpid)}`);
    return { product, fields };
  });
  const isAmendable = (product: ContractProduct) =>
    isContractOpen(contract, now) ? isProductOpen(product, now) : lastsWithContract(product, contract);
  const over = changes.find(({ product }) => !isAmendable(product));
  if (over !== undefined) {
    throw fieldError("CONTRACT_PRODUCT_NOT_OPEN", `products.${over.product.cpid}`, `is not open: its status is ${over.product.status}`);
  }
  return changes.map(({ product, fields }) => {
    if (!isJsonObject(fields)) throw fieldError("PRODUCTS_INVALID", `products.${product.cpid}`, "must be an object");
    return { product, fields };
  });
}

function assertText(value: unknown, error: ErrorName, at: string): void {
  if (value === undefined || (typeof value === "string" && hasAtMost(textLimit, value))) return;
  throw fieldError(error, at, `must be a text of 1 to ${textLimit} characters`);
}

function assertFilled(value: unknown, error: ErrorName, at: string): void {
  if (value !== undefined && isMissing(value)) {
    throw fieldError(error, at, `is empty: send a text of 1 to ${textLimit} characters, or leave it out`);
  }
}

function mergeData(
  product: ContractProduct,
  { start_date: _start, end_date: _end, ...properties }: Fields,
  contract: Contract,
): ContractProductData {
  const { contractType, options } = contract;
  const facts = { contractType, productType: product.productType, shared: options.includes("sharing"), preview: false };
  return readProductData({ ...product.data, ...properties }, `products.${product.cpid}`, facts);
}

function amendDates(product: ContractProduct, fields: Fields, contract: Contract, features: readonly Feature[], now: Date): Period {
  const { cpid, startDate, endDate } = product;
  if (fields.start_date === undefined && fields.end_date === undefined) return { startDate, endDate };
  const at = `products.${cpid}`;
  if (!features.includes("product_dates")) {
    throw fieldError(
      "PRODUCT_DATES_NOT_ENABLED",
      at,
      ": dates of a single product need the partner feature product_dates, which is off; ask support to turn it on",
    );
  }
  if (!isContractOpen(contract, now) || !isCancellable(startDate, now)) {
    throw fieldError(
      "DATES_FROZEN",
      at,
      `: dates can no longer change, the product started more than 4 hours ago, on ${startDate.toISOString()}`,
    );
  }
  const period = {
    startDate: startWithin(contract, readDate(fields.start_date, startDate, `${at}.start_date`)),
    endDate: readDate(fields.end_date, endDate, `${at}.end_date`),
  };
  assertWithin(period, contract, at, `${at}.`);
  if (period.startDate > startDate) {
    throw fieldError(
      "PRODUCT_START_MOVED_LATER",
      `${at}.start_date`,
      `${period.startDate.toISOString()} is later than that of the product, ${startDate.toISOString()}`,
    );
  }
  if (period.startDate < startDate) assertNotBackdated(period.startDate, now);
  assertNotEnded(period.endDate, now);
  return period;
}

function readDate(value: unknown, current: Date, at: string): Date {
  return value === undefined ? current : readInstant(value, at);
}
