import type { Contract, ContractProduct } from "#lib/contracts/contract.ts";
import { addMonths } from "#lib/dates.ts";
import type { Renewal } from "#lib/renewals/renewal.ts";

/**
 * True where a contract that comes to its end is renewed: the renewal is live and wanted, no termination was planned, and
 * something is still insured.
 */
export function isApplied(contract: Contract, live: Renewal | undefined): live is Renewal {
  return live !== undefined && live.rejectedAt === null && !contract.terminationPlanned && lastingProducts(contract).length > 0;
}

/**
 * The contract that a renewal creates (resolutions.md § 5): same renter, type, options, parties and open products, from the
 * old end on. `newCpid` gives each entry its key; prices are another rule's.
 */
export function renewContract(
  contract: Contract,
  renewal: Renewal,
  names: { cid: string; tariffId: string; newCpid: () => string },
  now: Date,
): Contract & { cid: string } {
  const startDate = contract.endDate;
  const endDate = addMonths(startDate, renewal.durationMonths);
  const products = lastingProducts(contract).map((product) => ({ ...product, cpid: names.newCpid(), startDate, endDate, priceCents: 0 }));
  return {
    ...contract,
    cid: names.cid,
    tariffId: names.tariffId,
    status: "open",
    startDate,
    endDate,
    terminationPlanned: false,
    endReason: null,
    endedAt: null,
    createdAt: now,
    updatedAt: now,
    products,
  };
}

/** The open entries that last until the contract's end and whose removal is not planned. */
function lastingProducts({ endDate, products }: Contract): ContractProduct[] {
  return products.filter(
    (product) => product.status === "open" && product.endReason === null && product.endDate.getTime() === endDate.getTime(),
  );
}
