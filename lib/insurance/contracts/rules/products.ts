import type { PartnerSettings } from "#lib/account/worlds/context.ts";
import type { Feature } from "#lib/account/worlds/schema.ts";
import type { Option } from "#lib/insurance/catalogue/catalogue.ts";
import { extendOptions, termOf } from "#lib/insurance/catalogue/options.ts";
import { assertNotBackdated, assertNotEnded, readInstant } from "#lib/insurance/catalogue/period.ts";
import type { Period } from "#lib/insurance/catalogue/period.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import { addProductsBody, removeProductsBody } from "#lib/insurance/contracts/requests-changes.ts";
import { entriesLimit } from "#lib/insurance/contracts/requests.ts";
import {
  assertContractOpen,
  assertWithin,
  isCancellable,
  isProductOpen,
  startWithin,
} from "#lib/insurance/contracts/rules/amend-period.ts";
import { readBasket } from "#lib/insurance/contracts/rules/basket.ts";
import type { CatalogueProduct, NewProduct } from "#lib/insurance/contracts/rules/basket.ts";
import {
  applyEnding,
  cancelContract,
  cancelProduct,
  planProductEnd,
  readEnd,
  readReason,
  terminateContract,
} from "#lib/insurance/contracts/rules/ending.ts";
import type { Ending, ProductEnding } from "#lib/insurance/contracts/rules/ending.ts";
import { noLongerAttached } from "#lib/insurance/renters/rules/attachment.ts";
import type { RenterFacts } from "#lib/insurance/renters/schema.ts";
import { fieldError } from "#lib/platform/errors/catalogue.ts";
import { quote, readFields } from "#lib/platform/wire/fields.ts";

export interface AdditionFacts {
  now: Date;
  preview: boolean;
  partner: Pick<PartnerSettings, "features">;
  /** Undefined if it is no longer attached to the calling key. */
  renter: Pick<RenterFacts, "productTypes"> | undefined;
  products: ReadonlyMap<string, CatalogueProduct>;
}

export interface Addition extends Period {
  /** The contract's options, and those that new product types bring. */
  options: Option[];
  products: NewProduct[];
}

/**
 * Decides a `POST /contracts/{contractId}/products` (rules/contracts.md#add-1); the cover ends with the contract or at an
 * earlier `end_date`. Errors: 1052, 9003, 1010 unknown field, 1002 missing or invalid date, 1000, 1339, 1340, 1341, 1342, 1001, 1021,
 * errors of products, 1221 too many, option rules.
 */
export function decideAddition(contract: Contract, body: unknown, facts: AdditionFacts): Addition {
  assertContractOpen(contract, facts.now);
  if (facts.renter === undefined) throw noLongerAttached(contract.uid);
  const fields = readFields(body, addProductsBody);
  const period = readPeriod(fields, contract, facts.now);
  const { contractType, options } = contract;
  const products = readBasket(fields.products, {
    ...facts,
    allowedTypes: facts.renter.productTypes,
    contractType,
    shared: options.includes("sharing"),
  });
  assertCapacity(contract, products.length);
  return { ...period, options: optionsWith(contract, products, facts.partner.features), products };
}

function readPeriod(fields: { start_date?: unknown; end_date?: unknown }, contract: Contract, now: Date): Period {
  const startDate = startWithin(contract, readInstant(fields.start_date, "start_date"));
  const endDate = fields.end_date === undefined || fields.end_date === null ? contract.endDate : readInstant(fields.end_date, "end_date");
  assertNotBackdated(startDate, now);
  assertWithin({ startDate, endDate }, contract, "products", "");
  assertNotEnded(endDate, now);
  return { startDate, endDate };
}

function optionsWith(contract: Contract, added: readonly NewProduct[], features: readonly Feature[]): Option[] {
  const insured = new Set(contract.products.map(({ productType }) => productType));
  const productTypes = new Set([...insured, ...added.map(({ insured: product }) => product.productType)]);
  if (productTypes.size === insured.size) return contract.options;
  return extendOptions(contract.options, insured, { term: termOf(contract.contractType, contract, contract), productTypes, features });
}

/**
 * Decides a `DELETE /contracts/{contractId}/products` (rules/contracts.md#remove-2). Until 4 hours after its start a product
 * is cancelled, whatever the `end_date`; later it is terminated, now or at that date, until which it stays open. A contract without
 * products left ends with the last of them. Errors: 1052, 1010, 1053, 1007, 1221, 1350, 1002, 1351, 1352.
 */
export function decideRemoval(contract: Contract, body: unknown, now: Date): Ending {
  assertContractOpen(contract, now);
  const fields = readFields(body, removeProductsBody);
  const reason = readReason(fields.reason);
  const removed = readProducts(fields.products, contract, now);
  const end = readEnd(fields.end_date, contract, "REMOVAL_END_IN_PAST", now);
  const products = removed.map((product) => removeProduct(product, end, reason, now));
  const rest = endEmptied(applyEnding(contract, { contract: null, products }), reason, now);
  const later = new Set(rest.products.map(({ cpid }) => cpid));
  return { contract: rest.contract, products: [...products.filter(({ cpid }) => !later.has(cpid)), ...rest.products] };
}

function readProducts(value: unknown, contract: Contract, now: Date): ContractProduct[] {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
    throw fieldError("PRODUCTS_MISSING", "products", "is missing or empty: send the keys of the products to remove");
  }
  if (!Array.isArray(value)) throw fieldError("PRODUCTS_INVALID", "products", "must be an array of the keys of the contract's products");
  const open = new Map(contract.products.filter((product) => isProductOpen(product, now)).map((product) => [product.cpid, product]));
  const removed = new Map<string, ContractProduct>();
  for (const cpid of value as unknown[]) {
    if (typeof cpid !== "string") {
      throw fieldError("PRODUCTS_INVALID", "products", "must be an array of texts, the keys of the contract's products");
    }
    const product = open.get(cpid);
    if (product === undefined) {
      throw fieldError("REMOVED_PRODUCT_NOT_OPEN", "products", `: ${quote(cpid)} is not an open product of the contract`);
    }
    removed.set(cpid, product);
  }
  return [...removed.values()];
}

function removeProduct(product: ContractProduct, end: Date, reason: string, now: Date): ProductEnding {
  if (isCancellable(product.startDate, now)) return cancelProduct(product, reason);
  if (end > now) return planProductEnd(product, end, reason);
  return { cpid: product.cpid, status: "terminated", endDate: end, endReason: reason };
}

/** Ends a contract without products left: now, or with the last planned removal. */
function endEmptied(contract: Contract, reason: string, now: Date): Ending {
  const goesOn: Ending = { contract: null, products: [] };
  const open = contract.products.filter((product) => isProductOpen(product, now));
  if (open.some(({ endReason }) => endReason === null)) return goesOn;
  if (open.length > 0) {
    const end = new Date(Math.max(...open.map(({ endDate }) => endDate.getTime())));
    const planned = contract.terminationPlanned && end.getTime() === contract.endDate.getTime();
    return planned ? goesOn : terminateContract(contract, end, reason, now);
  }
  // A contract whose products were all cancelled is cancelled too.
  const neverCovered = contract.products.every(({ status }) => status === "cancel" || status === "has_been_replaced");
  return neverCovered ? cancelContract(contract, reason, now) : terminateContract(contract, now, reason, now);
}

/** 1221 above the limit of entries; past entries count, since each answer contains them. */
export function assertCapacity({ products }: Contract, added: number): void {
  const entries = products.length + added;
  if (added === 0 || entries <= entriesLimit) return;
  throw fieldError(
    "PRODUCTS_INVALID",
    "products",
    `: the contract would have ${entries} entries, those replaced or ended included; it takes at most ${entriesLimit}: insure more under another contract`,
  );
}
