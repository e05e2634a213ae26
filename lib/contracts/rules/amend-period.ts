import type { Contract } from "#lib/contracts/contract.ts";
import { isProductOpen } from "#lib/contracts/rules/ending-state.ts";
import { decideOptions } from "#lib/contracts/rules/options.ts";
import { assertDuration, assertNotBackdated, assertNotEnded, readInstant, termOf } from "#lib/contracts/rules/period.ts";
import type { Period } from "#lib/contracts/rules/period.ts";
import { ApiError } from "#lib/errors.ts";
import type { Feature } from "#lib/partners/schema.ts";

/** An entry whose period follows that of its contract; it stays the same entry. */
export interface MovedProduct extends Period {
  cpid: string;
}

/**
 * The period of a contract after a change of its dates: 1002 a date that does not parse, 1000 a new start more than
 * 30 minutes ago, 1021, 1001, 1002 duration, and the option rules where the term becomes another (resolutions.md § 3, Update).
 */
export function amendPeriod(
  sent: { start_date?: unknown; end_date?: unknown },
  contract: Contract,
  features: readonly Feature[],
  now: Date,
): Period {
  const startDate = sent.start_date === undefined ? contract.startDate : readInstant(sent.start_date, "start_date");
  const endDate = sent.end_date === undefined ? contract.endDate : readInstant(sent.end_date, "end_date");
  if (startDate.getTime() !== contract.startDate.getTime()) assertNotBackdated(startDate, now);
  if (sent.end_date !== undefined) assertNotEnded(endDate, now);
  const period = { startDate, endDate };
  assertPeriodFits(contract, period, features);
  return period;
}

/** Refuses a new period that the contract's type (1001, 1002) or, where the term becomes another, its options do not allow. */
export function assertPeriodFits(contract: Contract, period: Period, features: readonly Feature[]): void {
  if (isSamePeriod(contract, period)) return;
  assertDuration(contract.contractType, period);
  const term = termOf(contract.contractType, period);
  if (term === termOf(contract.contractType, contract)) return;
  decideOptions(contract.options, { term, features, productTypes: new Set(contract.products.map(({ productType }) => productType)) });
}

/**
 * The open products whose period changes with the contract's: what began or ended with it still does, what had its own
 * dates keeps them, cut to the new period; 1339/1340 where nothing of them is left in it.
 */
export function moveProducts(contract: Contract, period: Period, now: Date): MovedProduct[] {
  if (isSamePeriod(contract, period)) return [];
  return contract.products
    .filter((product) => isProductOpen(product, now))
    .map((product) => {
      const follows = product.endReason === null && product.endDate.getTime() === contract.endDate.getTime();
      const moved = {
        cpid: product.cpid,
        startDate:
          product.startDate.getTime() === contract.startDate.getTime() || product.startDate < period.startDate
            ? period.startDate
            : product.startDate,
        endDate: follows || product.endDate > period.endDate ? period.endDate : product.endDate,
      };
      assertWithin(moved, period, `the product ${product.cpid}`);
      return { product, moved };
    })
    .filter(({ product, moved }) => !isSamePeriod(product, moved))
    .map(({ moved }) => moved);
}

/** Refuses a product's period whose start (1339) or end (1340) is outside the contract's, or which ends before it starts (1341). */
export function assertWithin({ startDate, endDate }: Period, contract: Period, subject: string): void {
  const covers = `the contract covers ${contract.startDate.toISOString()} to ${contract.endDate.toISOString()}`;
  if (startDate < contract.startDate || startDate >= contract.endDate) {
    throw new ApiError(
      "PRODUCT_START_OUTSIDE_CONTRACT",
      `${subject}: start_date ${startDate.toISOString()} is outside the contract; ${covers}`,
    );
  }
  if (endDate <= contract.startDate || endDate > contract.endDate) {
    throw new ApiError("PRODUCT_END_OUTSIDE_CONTRACT", `${subject}: end_date ${endDate.toISOString()} is outside the contract; ${covers}`);
  }
  if (endDate <= startDate) {
    throw new ApiError(
      "PRODUCT_END_BEFORE_START",
      `${subject}: end_date ${endDate.toISOString()} must be after start_date ${startDate.toISOString()}`,
    );
  }
}

/** True for two periods that begin and end at the same instants. */
export function isSamePeriod(one: Period, other: Period): boolean {
  return one.startDate.getTime() === other.startDate.getTime() && one.endDate.getTime() === other.endDate.getTime();
}
