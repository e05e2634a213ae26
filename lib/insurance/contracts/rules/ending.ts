import type { Feature } from "#lib/account/worlds/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { assertNotEnded, readInstant } from "#lib/insurance/catalogue/period.ts";
import type { ContractProductStatus, ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import { endContractBody } from "#lib/insurance/contracts/requests-changes.ts";
import {
  assertContractOpen,
  assertPeriodFits,
  isCancellable,
  isContractOpen,
  lastsWithContract,
} from "#lib/insurance/contracts/rules/amend-period.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { hasAtMost, visibleText } from "#lib/platform/text/characters.ts";
import { readFields } from "#lib/platform/wire/fields.ts";
import { textLimit } from "#lib/platform/wire/limits.ts";

/**
 * Decides a `DELETE /contracts/{contractId}` (rules/contracts.md#end-2, #end-3). Until 4 hours after the start it cancels, needs no reason
 * and ignores a valid `end_date`; later it terminates, now or at `end_date`. Errors: 1052, 1010, 1053, 1002, 1021, 1352. An end before the
 * start is always past by then, so 1021 answers it.
 */
export function decideEnding(contract: Contract, body: unknown, now: Date): Ending {
  assertContractOpen(contract, now);
  const { reason, end_date: end } = readFields(body, endContractBody);
  if (isCancellable(contract.startDate, now)) {
    const reasonText = readOptionalReason(reason);
    readOptionalEnd(end);
    return cancelContract(contract, reasonText, now);
  }
  const reasonText = readReason(reason);
  return terminateContract(contract, readEnd(end, contract, "END_IN_PAST", now), reasonText, now);
}

const accepted = `a text of 1 to ${textLimit} characters`;

export function readReason(value: unknown): string {
  const reason = readOptionalReason(value);
  if (reason === null) throw fieldError("REASON_MISSING", "reason", `is missing: send ${accepted}`);
  return reason;
}

function readOptionalReason(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const reason = typeof value === "string" ? visibleText(value) : undefined;
  if (reason === undefined || !hasAtMost(textLimit, reason)) throw fieldError("REASON_MISSING", "reason", `must be ${accepted}`);
  return reason === "" ? null : reason;
}

function readOptionalEnd(value: unknown): Date | null {
  return value === undefined || value === null ? null : readInstant(value, "end_date");
}

/** Reads the end of a cover, `now` by default: 1002 for anything but an instant, `pastError` before now, 1352 after the contract's end. */
export function readEnd(value: unknown, contract: Contract, pastError: "END_IN_PAST" | "REMOVAL_END_IN_PAST", now: Date): Date {
  const end = readOptionalEnd(value);
  if (end === null) return now;
  if (end < now) {
    throw fieldError(pastError, "end_date", `${end.toISOString()} is in the past: send an instant to come, or leave it out to end now`);
  }
  if (end > contract.endDate) {
    throw fieldError(
      "END_AFTER_CONTRACT",
      "end_date",
      `${end.toISOString()} is after the end of the contract, ${contract.endDate.toISOString()}`,
    );
  }
  return end;
}

/** Decides what has ended by `now` (rules/contracts.md#states-2): the contract with its open products, single products, or null. */
export function decideDueEnding(contract: Contract, now: Date): Ending | null {
  if (contract.status !== "open") return null;
  const { endDate, endReason, terminationPlanned } = contract;
  const status = terminationPlanned ? "terminated" : "closed";
  const open = contract.products.filter((product) => product.status === "open");
  if (!isContractOpen(contract, now)) {
    return {
      contract: { ...makeContractEnding(terminationPlanned ? "terminate_now" : "close", endDate, endReason), endedAt: now },
      products: open.map((product) => endProduct(product, endDate, status, endReason)),
    };
  }
  const over = open.filter((product) => product.endDate <= now);
  return over.length === 0
    ? null
    : { contract: null, products: over.map((product) => endProduct(product, product.endDate, "closed", null)) };
}

/**
 * Decides a reopening until `endDate` (rules/contracts.md#states-4): 1052 if it is not closed, 1021, and the rules of type and options.
 */
export function decideReopening(contract: Contract, endDate: Date, features: readonly Feature[], now: Date): Ending {
  if (contract.status !== "closed") {
    throw new ApiError("CONTRACT_NOT_OPEN", `only a closed contract can be reopened; the status of this one is ${contract.status}`);
  }
  assertNotEnded(endDate, now);
  assertPeriodFits(contract, { startDate: contract.startDate, endDate }, features);
  return {
    contract: makeContractEnding("reopen", endDate, null),
    products: contract.products
      .filter((product) => lastsWithContract(product, contract))
      .map(({ cpid }) => ({ cpid, status: "open", endDate, endReason: null })),
  };
}

const statusAfter = {
  cancel: "cancel",
  terminate_now: "terminated",
  terminate_later: "open",
  close: "closed",
  reopen: "open",
} as const satisfies Record<string, ContractStatus>;

const eventAfter = {
  cancel: "v2.contract.canceled",
  terminate_now: "v2.contract.terminated",
  terminate_later: "v2.contract.updated",
  close: "v2.contract.closed",
  reopen: "v2.contract.reopened",
} as const satisfies Record<keyof typeof statusAfter, EventType>;

export type EndingKind = keyof typeof statusAfter;

export interface ContractEnding extends Pick<Contract, "endDate" | "terminationPlanned" | "endReason" | "endedAt"> {
  kind: EndingKind;
  status: ContractStatus;
}

export interface ProductEnding extends Pick<ContractProduct, "cpid" | "endDate" | "endReason"> {
  status: ContractProductStatus;
}

/** The changed entries; `contract` is null if only entries change. */
export interface Ending {
  contract: ContractEnding | null;
  products: ProductEnding[];
}

export function applyEnding(contract: Contract, ending: Ending): Contract {
  const endings = new Map(ending.products.map((product) => [product.cpid, product]));
  const products = contract.products.map((product) => ({ ...product, ...endings.get(product.cpid) }));
  if (ending.contract === null) return { ...contract, products };
  const { kind: _kind, ...fields } = ending.contract;
  return { ...contract, ...fields, products };
}

/** Cancels the contract and its entries as if they had never been; the dates stay. */
export function cancelContract(contract: Contract, reason: string | null, now: Date): Ending {
  return {
    contract: { ...makeContractEnding("cancel", contract.endDate, reason), endedAt: now },
    products: contract.products
      .filter(({ status }) => status !== "has_been_replaced" && status !== "cancel")
      .map((product) => cancelProduct(product, reason)),
  };
}

/** Terminates the contract at `end`. A future end is only planned, and the contract stays open until then. */
export function terminateContract(contract: Contract, end: Date, reason: string, now: Date): Ending {
  const open = contract.products.filter(({ status }) => status === "open");
  if (end <= now) {
    return {
      contract: { ...makeContractEnding("terminate_now", end, reason), endedAt: now },
      products: open.map((product) => endProduct(product, end, "terminated", reason)),
    };
  }
  return {
    contract: { ...makeContractEnding("terminate_later", end, reason), terminationPlanned: true },
    products: open.filter(({ endDate }) => endDate >= end).map((product) => planProductEnd(product, end, reason)),
  };
}

function makeContractEnding(kind: EndingKind, endDate: Date, endReason: string | null): ContractEnding {
  return { kind, status: statusAfter[kind], endDate, endReason, terminationPlanned: false, endedAt: null };
}

/** Cancels an entry as if it had never been: it keeps its dates and costs nothing. */
export function cancelProduct(product: ContractProduct, reason: string | null): ProductEnding {
  return { cpid: product.cpid, status: "cancel", endDate: product.endDate, endReason: reason };
}

/** A planned removal is terminated, an entry with an earlier end is closed, and one that never started is cancelled. */
function endProduct(product: ContractProduct, end: Date, status: "closed" | "terminated", reason: string | null): ProductEnding {
  const { cpid, startDate, endDate, endReason } = product;
  if (startDate >= end) return cancelProduct(product, reason);
  if (endReason !== null) return { cpid, status: "terminated", endDate: earlier(endDate, end), endReason };
  if (endDate < end) return { cpid, status: "closed", endDate, endReason };
  return { cpid, status, endDate: end, endReason: reason };
}

/** Plans the end of an open entry: it stays open until then, keeps its reason and never lasts longer than before. */
export function planProductEnd(product: ContractProduct, end: Date, reason: string): ProductEnding {
  if (product.startDate >= end) return cancelProduct(product, reason);
  return { cpid: product.cpid, status: "open", endDate: earlier(product.endDate, end), endReason: product.endReason ?? reason };
}

function earlier(first: Date, second: Date): Date {
  return first < second ? first : second;
}

/** A planned ending, or one that leaves the contract open, is an update (rules/contracts.md#end-5). */
export function eventOfEnding({ contract }: Ending): EventType {
  return contract === null ? "v2.contract.updated" : eventAfter[contract.kind];
}

/** When the contract or one of its products ends next; for a contract that is not open its end. */
export function dueAtOf({ status, endDate, products }: Pick<Contract, "status" | "endDate" | "products">): Date {
  if (status !== "open") return endDate;
  const ends = products.filter((product) => product.status === "open").map((product) => product.endDate.getTime());
  return new Date(Math.min(endDate.getTime(), ...ends));
}

/**
 * Ends the cover of a product that was lost, at the instant of the loss (rules/settlements.md#theft-1); null if it has ended by then.
 * The price is that of a termination: LMD and LLD cost the days until the loss, LCD gives nothing back. Without another open product, the
 * contract ends with the last of its covers.
 */
export function decideLoss(contract: Contract, cpid: string, lostAt: Date, reason: string, now: Date): Ending | null {
  const product = contract.products.find((one) => one.cpid === cpid);
  if (product === undefined || product.status === "cancel" || product.status === "has_been_replaced") return null;
  if (product.startDate > lostAt || product.endDate <= lostAt) return null;
  const lost: Ending = { contract: null, products: [{ cpid, status: "terminated", endDate: lostAt, endReason: reason }] };
  const rest = applyEnding(contract, lost).products.filter(({ status }) => status !== "has_been_replaced" && status !== "cancel");
  if (contract.status !== "open" || rest.some(({ status }) => status === "open")) return lost;
  const end = new Date(Math.max(...rest.map(({ endDate }) => endDate.getTime())));
  return { contract: terminateContract(contract, end, reason, end < now ? now : end).contract, products: lost.products };
}
