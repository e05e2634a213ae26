import type { Contract } from "#lib/contracts/contract.ts";
import { decideOptions } from "#lib/contracts/rules/options.ts";
import { assertDuration, assertNotBackdated, assertNotEnded, readInstant, termOf } from "#lib/contracts/rules/period.ts";
import type { Period } from "#lib/contracts/rules/period.ts";
import { isProductOpen } from "#lib/contracts/rules/state.ts";
import { ApiError } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
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
 * dates keeps them, cut to the new period; 1340, 1341 or 1001 where nothing of them is left in it.
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

/**
 * Refuses a product's period that is not within the contract's: a start before its start (1339) or after its end (1340), an end
 * before its start (1341) or after its end (1342), and an end that is not after the product's own start (1001).
 */
export function assertWithin({ startDate, endDate }: Period, contract: Period, subject: string): void {
  const covers = `the contract covers ${contract.startDate.toISOString()} to ${contract.endDate.toISOString()}`;
  const refuse = (error: ErrorName, field: string, date: Date) => {
    throw new ApiError(error, `${subject}: ${field} ${date.toISOString()} is outside the contract; ${covers}`);
  };
  if (startDate < contract.startDate) refuse("PRODUCT_START_BEFORE_CONTRACT", "start_date", startDate);
  if (startDate > contract.endDate) refuse("PRODUCT_START_AFTER_CONTRACT", "start_date", startDate);
  if (endDate < contract.startDate) refuse("PRODUCT_END_BEFORE_CONTRACT", "end_date", endDate);
  if (endDate > contract.endDate) refuse("PRODUCT_END_AFTER_CONTRACT", "end_date", endDate);
  if (endDate <= startDate) {
    throw new ApiError(
      "END_BEFORE_START",
      `${subject}: end_date ${endDate.toISOString()} must be after start_date ${startDate.toISOString()}`,
    );
  }
}

/** True for two periods that begin and end at the same instants. */
export function isSamePeriod(one: Period, other: Period): boolean {
  return one.startDate.getTime() === other.startDate.getTime() && one.endDate.getTime() === other.endDate.getTime();
}
