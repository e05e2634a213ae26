import type { Contract, ContractProduct } from "#lib/contracts/contract.ts";
import { ApiError } from "#lib/errors.ts";

const minute = 60_000;
const hour = 60 * minute;

/** True once the start has come; then the parties no longer change (resolutions.md § 3, Update). */
export function hasStarted(startDate: Date, now: Date): boolean {
  return startDate <= now;
}

/** True where a new start lies more than 30 minutes back: cover is not sold for the past (resolutions.md § 3, Create). */
export function isBackdated(startDate: Date, now: Date): boolean {
  return now.getTime() - startDate.getTime() > 30 * minute;
}

/**
 * True before the start and until 4 hours after it. Until then a contract or a product is cancelled and its dates can move;
 * later it is terminated and its dates are frozen (partner-api.md § Limits, resolutions.md § 3).
 */
export function isCancellable(startDate: Date, now: Date): boolean {
  return now.getTime() - startDate.getTime() <= 4 * hour;
}

/** True for less than 2 hours after a closing, while an LLD accepts corrections (resolutions.md § 3, Update). */
export function isCorrectable(closedAt: Date, now: Date): boolean {
  return now.getTime() - closedAt.getTime() < 2 * hour;
}

/** True until the end date, even where the job that closes contracts is late. */
export function isContractOpen(contract: Contract, now: Date): boolean {
  return contract.status === "open" && contract.endDate > now;
}

/** True for an entry that covers now or will; false past its end date, even where the job is late. */
export function isProductOpen(product: ContractProduct, now: Date): boolean {
  return product.status === "open" && product.endDate > now;
}

/** True for an entry that ends with its contract. */
export function lastsWithContract(product: ContractProduct, contract: Contract): boolean {
  return product.status === contract.status && product.endDate.getTime() === contract.endDate.getTime();
}

/** True for an LLD that closed less than 2 hours ago: it still accepts corrections (resolutions.md § 3, Update). */
export function takesCorrections(contract: Contract, now: Date): boolean {
  const { contractType, status, endDate, endedAt, terminationPlanned } = contract;
  if (contractType !== "LLD" || isContractOpen(contract, now)) return false;
  const closes = status === "closed" || (status === "open" && !terminationPlanned);
  return closes && isCorrectable(endedAt ?? endDate, now);
}

/** Refuses any change of a contract that is not open (1052). */
export function assertContractOpen(contract: Contract, now: Date): void {
  if (isContractOpen(contract, now)) return;
  const state = contract.status === "open" ? `it ended on ${contract.endDate.toISOString()}` : `its status is ${contract.status}`;
  throw new ApiError("CONTRACT_NOT_OPEN", `the contract is not open: ${state}`);
}
