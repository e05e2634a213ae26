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
 * True until 4 hours after the start, and before it. So long a contract or a product is cancelled and its dates
 * can move; later it is terminated and they are frozen (partner-api.md § Limits, resolutions.md § 3).
 */
export function isCancellable(startDate: Date, now: Date): boolean {
  return now.getTime() - startDate.getTime() <= 4 * hour;
}

/** True for less than 2 hours after a closing: so long an LLD still takes corrections (resolutions.md § 3, Update). */
export function isCorrectable(closedAt: Date, now: Date): boolean {
  return now.getTime() - closedAt.getTime() < 2 * hour;
}

/** True until the end date, however late the job is that writes the end down. */
export function isContractOpen(contract: Contract, now: Date): boolean {
  return contract.status === "open" && contract.endDate > now;
}

/** True for an entry that covers now or will; one past its end date is over, however late the job is. */
export function isProductOpen(product: ContractProduct, now: Date): boolean {
  return product.status === "open" && product.endDate > now;
}

/** True for an entry that lasts, or lasted, as long as its contract, and shares what becomes of it. */
export function lastsWithContract(product: ContractProduct, contract: Contract): boolean {
  return product.status === contract.status && product.endDate.getTime() === contract.endDate.getTime();
}

/** True for an LLD that closed less than 2 hours ago: its data can still be put right (resolutions.md § 3, Update). */
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
