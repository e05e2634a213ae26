import type { Option } from "#lib/catalogue.ts";
import type { PartnerSettings } from "#lib/context.ts";
import type { Contract } from "#lib/contracts/contract.ts";
import { addProductsBody } from "#lib/contracts/requests-changes.ts";
import { readFields } from "#lib/contracts/rules/amend-fields.ts";
import { assertWithin } from "#lib/contracts/rules/amend-period.ts";
import { readBasket } from "#lib/contracts/rules/basket.ts";
import type { CatalogueProduct, NewProduct } from "#lib/contracts/rules/basket.ts";
import type { RenterFacts } from "#lib/contracts/rules/creation.ts";
import { assertContractOpen } from "#lib/contracts/rules/ending-state.ts";
import { assertCapacity } from "#lib/contracts/rules/entries-limit.ts";
import { decideOptions } from "#lib/contracts/rules/options.ts";
import { assertNotBackdated, assertNotEnded, readInstant, termOf } from "#lib/contracts/rules/period.ts";
import type { Period } from "#lib/contracts/rules/period.ts";
import { ApiError } from "#lib/errors.ts";
import type { Feature } from "#lib/partners/schema.ts";

/** What decides on an addition beside the contract and the body. */
export interface AdditionFacts {
  now: Date;
  preview: boolean;
  partner: Pick<PartnerSettings, "features">;
  /** The contract's renter; undefined where it is no longer attached to the calling key. */
  renter: Pick<RenterFacts, "productTypes"> | undefined;
  /** The visible products of the world, under each identifier that the body uses. */
  products: ReadonlyMap<string, CatalogueProduct>;
}

/** Products that join a contract, each for the period. */
export interface Addition extends Period {
  /** The contract's options from now on: those it has, and what comes by itself with a product type that it had not. */
  options: Option[];
  products: NewProduct[];
}

/**
 * What `POST /contracts/{contractId}/products` does (resolutions.md § 3, Products of a contract). The cover lasts until
 * the contract's end, or an `end_date` before it. Errors in this order: 1052, 9003, 1010 a field that is not accepted, 1002 a date
 * missing or not an instant, 1000, 1339, 1340, 1341, 1342, 1001, 1021, the faults of the products, 1221 too many, and the option rules.
 */
export function decideAddition(contract: Contract, body: unknown, facts: AdditionFacts): Addition {
  assertContractOpen(contract, facts.now);
  if (facts.renter === undefined) throw new ApiError("UNAUTHORIZED_USER");
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
  return { ...period, options: extendOptions(contract, products, facts.partner.features), products };
}

function readPeriod(sent: { start_date?: unknown; end_date?: unknown }, contract: Contract, now: Date): Period {
  const startDate = readInstant(sent.start_date, "start_date");
  const endDate = sent.end_date === undefined || sent.end_date === null ? contract.endDate : readInstant(sent.end_date, "end_date");
  assertNotBackdated(startDate, now);
  assertWithin({ startDate, endDate }, contract, "products");
  assertNotEnded(endDate, now);
  return { startDate, endDate };
}

/** Options are judged again only where a product type is new to the contract: nothing else about them can have changed. */
function extendOptions(contract: Contract, added: readonly NewProduct[], features: readonly Feature[]): Option[] {
  const insured = new Set(contract.products.map(({ productType }) => productType));
  const productTypes = new Set([...insured, ...added.map(({ insured: product }) => product.productType)]);
  if (productTypes.size === insured.size) return contract.options;
  const options = decideOptions(contract.options, { term: termOf(contract.contractType, contract), productTypes, features });
  return [...new Set([...contract.options, ...options])];
}
