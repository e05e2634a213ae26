import type { Feature } from "#lib/account/worlds/schema.ts";
import { decideOptions, termOf } from "#lib/insurance/catalogue/options.ts";
import { assertDuration, assertNotBackdated, assertNotEnded, calendarFor, readInstant } from "#lib/insurance/catalogue/period.ts";
import type { Period } from "#lib/insurance/catalogue/period.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";

const minute = 60_000;

const hour = 60 * minute;

/** An entry whose period changes with its contract; it stays the same entry. */
export interface MovedProduct extends Period {
  cpid: string;
}

/**
 * Decides the period after a change of dates (rules/contracts.md#update-3): 1002 invalid date, 1000, 1021, 1001, 1002 duration, and the
 * option rules where the term changes.
 */
export function amendPeriod(
  fields: { start_date?: unknown; end_date?: unknown },
  contract: Contract,
  features: readonly Feature[],
  now: Date,
): Period {
  const startDate = fields.start_date === undefined ? contract.startDate : readInstant(fields.start_date, "start_date");
  const endDate = fields.end_date === undefined ? contract.endDate : readInstant(fields.end_date, "end_date");
  if (startDate.getTime() !== contract.startDate.getTime()) assertNotBackdated(startDate, now);
  if (fields.end_date !== undefined) assertNotEnded(endDate, now);
  const period = { startDate, endDate };
  assertPeriodFits(contract, period, features);
  return period;
}

/** Refuses a period that the contract type (1001, 1002) or, where the term changes, the options do not allow. */
export function assertPeriodFits(contract: Contract, period: Period, features: readonly Feature[]): void {
  if (isSamePeriod(contract, period)) return;
  const calendar = calendarFor(contract, period);
  assertDuration(contract.contractType, period, calendar);
  const term = termOf(contract.contractType, period, calendar);
  if (term === termOf(contract.contractType, contract, contract)) return;
  decideOptions(contract.options, { term, features, productTypes: new Set(contract.products.map(({ productType }) => productType)) });
}

/** Moves the open products with the contract, or clips them to the new period; 1340, 1341 or 1001 if nothing remains. */
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
 * Refuses a product period outside its contract: 1339 start before the contract, 1340 start after its end, 1341 end before its start, 1342
 * end after its end, 1001 end not after the product's own start. `at` is what precedes the names of the dates in the body, if it has them.
 */
export function assertWithin({ startDate, endDate }: Period, contract: Period, subject: string, at?: string): void {
  const covers = `the contract covers ${contract.startDate.toISOString()} to ${contract.endDate.toISOString()}`;
  const fieldOf = (name: string) => (at === undefined ? undefined : `${at}${name}`);
  const refuse = (error: ErrorName, field: string, date: Date) => {
    throw new ApiError(error, `${subject}: ${field} ${date.toISOString()} is outside the contract; ${covers}`, { field: fieldOf(field) });
  };
  if (startDate < contract.startDate) refuse("PRODUCT_START_BEFORE_CONTRACT", "start_date", startDate);
  if (startDate > contract.endDate) refuse("PRODUCT_START_AFTER_CONTRACT", "start_date", startDate);
  if (endDate < contract.startDate) refuse("PRODUCT_END_BEFORE_CONTRACT", "end_date", endDate);
  if (endDate > contract.endDate) refuse("PRODUCT_END_AFTER_CONTRACT", "end_date", endDate);
  if (endDate <= startDate) {
    throw new ApiError(
      "END_BEFORE_START",
      `${subject}: end_date ${endDate.toISOString()} must be after start_date ${startDate.toISOString()}`,
      { field: fieldOf("end_date") },
    );
  }
}

/**
 * The start of a product in its contract. Clients without milliseconds cut those of the contract's start off: such a start is the
 * contract's (rules/contracts.md#add-4).
 */
export function startWithin(contract: Pick<Period, "startDate">, startDate: Date): Date {
  const [start, sent] = [contract.startDate.getTime(), startDate.getTime()];
  return sent === start - (start % 1000) ? contract.startDate : startDate;
}

export function isSamePeriod(one: Period, other: Period): boolean {
  return one.startDate.getTime() === other.startDate.getTime() && one.endDate.getTime() === other.endDate.getTime();
}

/** From the start on, the parties are fixed (rules/contracts.md#update-4). */
export function hasStarted(startDate: Date, now: Date): boolean {
  return startDate <= now;
}

/** Until 4 hours after the start, a contract or product is cancelled and its dates can move (rules/contracts.md#end-2, #update-3). */
export function isCancellable(startDate: Date, now: Date): boolean {
  return now.getTime() - startDate.getTime() <= 4 * hour;
}

/** An LLD accepts corrections for 2 hours after it closed (rules/contracts.md#update-5). */
export function isCorrectable(closedAt: Date, now: Date): boolean {
  return now.getTime() - closedAt.getTime() < 2 * hour;
}

/** True until the end date, even where the job that closes contracts is late. */
export function isContractOpen(contract: Contract, now: Date): boolean {
  return contract.status === "open" && contract.endDate > now;
}

export function isProductOpen(product: ContractProduct, now: Date): boolean {
  return product.status === "open" && product.endDate > now;
}

export function lastsWithContract(product: ContractProduct, contract: Contract): boolean {
  return product.status === contract.status && product.endDate.getTime() === contract.endDate.getTime();
}

/** True for an LLD that closed less than 2 hours ago (rules/contracts.md#update-5). */
export function takesCorrections(contract: Contract, now: Date): boolean {
  const { contractType, status, endDate, endedAt, terminationPlanned } = contract;
  if (contractType !== "LLD" || isContractOpen(contract, now)) return false;
  const closes = status === "closed" || (status === "open" && !terminationPlanned);
  return closes && isCorrectable(endedAt ?? endDate, now);
}

/** 1052 for a contract that is not open. */
export function assertContractOpen(contract: Contract, now: Date): void {
  if (isContractOpen(contract, now)) return;
  const state = contract.status === "open" ? `it ended on ${contract.endDate.toISOString()}` : `its status is ${contract.status}`;
  throw new ApiError("CONTRACT_NOT_OPEN", `the contract is not open: ${state}`);
}
