import type { Contract, ContractProduct } from "#lib/contracts/contract.ts";
import { removeProductsBody } from "#lib/contracts/requests-changes.ts";
import { readFields } from "#lib/contracts/rules/amend-fields.ts";
import { readEnd, readReason } from "#lib/contracts/rules/ending-request.ts";
import { assertContractOpen, isProductOpen } from "#lib/contracts/rules/ending-state.ts";
import { applyEnding, cancelContract, cancelProduct, planProductEnd, terminateContract } from "#lib/contracts/rules/ending.ts";
import type { Ending, ProductEnding } from "#lib/contracts/rules/ending.ts";
import { quote } from "#lib/contracts/rules/fields.ts";
import { isCancellable } from "#lib/contracts/rules/start-window.ts";
import { ApiError } from "#lib/errors.ts";

/**
 * What `DELETE /contracts/{contractId}/products` does (resolutions.md § 3, Products of a contract).
 * Until 4 hours after its start a product is cancelled, whatever the `end_date`; later it is terminated, now or on that day:
 * until then it stays open with its end moved. A contract that is left without products ends with the last of them.
 * Errors in this order: 1052, 1010, 1053, 1007, 1221, 1350, 1002, 1351, 1352.
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
    throw new ApiError("PRODUCTS_MISSING", "products is missing or empty: send the keys of the products to remove");
  }
  if (!Array.isArray(value)) throw new ApiError("PRODUCTS_INVALID", "products must be an array of the keys of the contract's products");
  const open = new Map(contract.products.filter((product) => isProductOpen(product, now)).map((product) => [product.cpid, product]));
  const removed = new Map<string, ContractProduct>();
  for (const cpid of value as unknown[]) {
    if (typeof cpid !== "string") {
      throw new ApiError("PRODUCTS_INVALID", "products must be an array of texts, the keys of the contract's products");
    }
    const product = open.get(cpid);
    if (product === undefined) throw new ApiError("REMOVED_PRODUCT_NOT_OPEN", `${quote(cpid)} is not an open product of the contract`);
    removed.set(cpid, product);
  }
  return [...removed.values()];
}

function removeProduct(product: ContractProduct, end: Date, reason: string, now: Date): ProductEnding {
  if (isCancellable(product.startDate, now)) return cancelProduct(product, reason);
  if (end > now) return planProductEnd(product, end, reason);
  return { cpid: product.cpid, status: "terminated", endDate: end, endReason: reason };
}

/** How the contract ends for want of products: at once, or with the last of those whose own removal is planned. */
function endEmptied(contract: Contract, reason: string, now: Date): Ending {
  const goesOn: Ending = { contract: null, products: [] };
  const open = contract.products.filter((product) => isProductOpen(product, now));
  if (open.some(({ endReason }) => endReason === null)) return goesOn;
  if (open.length > 0) {
    const end = new Date(Math.max(...open.map(({ endDate }) => endDate.getTime())));
    const planned = contract.terminationPlanned && end.getTime() === contract.endDate.getTime();
    return planned ? goesOn : terminateContract(contract, end, reason, now);
  }
  // Where nothing was ever covered for long, nothing is due and the contract is cancelled like its products.
  const neverCovered = contract.products.every(({ status }) => status === "cancel" || status === "has_been_replaced");
  return neverCovered ? cancelContract(contract, reason, now) : terminateContract(contract, now, reason, now);
}
