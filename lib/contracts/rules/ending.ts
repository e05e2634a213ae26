import type { Contract, ContractProduct } from "#lib/contracts/contract.ts";
import type { ContractProductStatus, ContractStatus } from "#lib/contracts/schema.ts";
import type { EventType } from "#lib/events/catalogue.ts";

/** What happens to a contract, and the status that it has from then on. */
const statusAfter = {
  cancel: "cancel",
  terminate_now: "terminated",
  /** The end moves to a day to come; until then the contract stays open. */
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

/** The fields of a contract that an ending writes. */
export interface ContractEnding extends Pick<Contract, "endDate" | "terminationPlanned" | "endReason" | "endedAt"> {
  kind: EndingKind;
  status: ContractStatus;
}

/** The fields of an entry that an ending writes. */
export interface ProductEnding extends Pick<ContractProduct, "cpid" | "endDate" | "endReason"> {
  status: ContractProductStatus;
}

/** What ends, closes or opens again: the entries named, and the contract unless it goes on as it was. */
export interface Ending {
  contract: ContractEnding | null;
  products: ProductEnding[];
}

/** The contract as an ending leaves it; prices are another rule's. */
export function applyEnding(contract: Contract, ending: Ending): Contract {
  const endings = new Map(ending.products.map((product) => [product.cpid, product]));
  const products = contract.products.map((product) => ({ ...product, ...endings.get(product.cpid) }));
  if (ending.contract === null) return { ...contract, products };
  const { kind: _kind, ...fields } = ending.contract;
  return { ...contract, ...fields, products };
}

/** The contract never was: it keeps its dates, and every entry but the replaced ones is cancelled with it. */
export function cancelContract(contract: Contract, reason: string | null, now: Date): Ending {
  return {
    contract: { ...makeContractEnding("cancel", contract.endDate, reason), endedAt: now },
    products: contract.products
      .filter(({ status }) => status !== "has_been_replaced" && status !== "cancel")
      .map((product) => cancelProduct(product, reason)),
  };
}

/** The contract ends at `end`, by termination; a day to come is planned and leaves it open until then. */
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

/** What a contract's row says after a change of this kind. */
export function makeContractEnding(kind: EndingKind, endDate: Date, endReason: string | null): ContractEnding {
  return { kind, status: statusAfter[kind], endDate, endReason, terminationPlanned: false, endedAt: null };
}

/** The entry never was: it keeps its dates and costs nothing. */
export function cancelProduct(product: ContractProduct, reason: string | null): ProductEnding {
  return { cpid: product.cpid, status: "cancel", endDate: product.endDate, endReason: reason };
}

/**
 * An open entry at the moment when its cover is over for good, with the contract's status or its own:
 * one whose removal was planned is terminated, one that came to its own end before is closed, one that never began is cancelled.
 */
export function endProduct(product: ContractProduct, end: Date, status: "closed" | "terminated", reason: string | null): ProductEnding {
  const { cpid, startDate, endDate, endReason } = product;
  if (startDate >= end) return cancelProduct(product, reason);
  if (endReason !== null) return { cpid, status: "terminated", endDate: earlier(endDate, end), endReason };
  if (endDate < end) return { cpid, status: "closed", endDate, endReason };
  return { cpid, status, endDate: end, endReason: reason };
}

/** An open entry that is to end on a day to come: open until then, its reason kept; never longer than before. */
export function planProductEnd(product: ContractProduct, end: Date, reason: string): ProductEnding {
  if (product.startDate >= end) return cancelProduct(product, reason);
  return { cpid: product.cpid, status: "open", endDate: earlier(product.endDate, end), endReason: product.endReason ?? reason };
}

function earlier(first: Date, second: Date): Date {
  return first < second ? first : second;
}

/** What partners are told of an ending (resolutions.md § 8): one that is planned for a day to come, or that leaves the contract open, is a change of it. */
export function eventOfEnding({ contract }: Ending): EventType {
  return contract === null ? "v2.contract.updated" : eventAfter[contract.kind];
}
