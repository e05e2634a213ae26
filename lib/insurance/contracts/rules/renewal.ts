import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import type { Renewal } from "#lib/insurance/renewals/renewal.ts";
import { renewedPeriod } from "#lib/insurance/renewals/rules/schedule.ts";

/** True if the renewal is live and not rejected, no termination is planned, and a product lasts until the end. */
export function isApplied(contract: Contract, live: Renewal | undefined): live is Renewal {
  return live !== undefined && live.rejectedAt === null && !contract.terminationPlanned && lastingProducts(contract).length > 0;
}

/** Makes the next contract without prices: same renter, type, options, parties and lasting products, from the old end on. */
export function renewContract(
  contract: Contract,
  renewal: Renewal,
  names: { cid: string; tariffId: string; newCpid: () => string },
  now: Date,
): Contract & { cid: string } {
  const startDate = contract.endDate;
  const { endDate, ...calendar } = renewedPeriod(contract, renewal.durationMonths);
  const products = lastingProducts(contract).map((product) => ({ ...product, cpid: names.newCpid(), startDate, endDate, priceCents: 0 }));
  return {
    ...contract,
    ...calendar,
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

/** Open entries until the contract's end, without a planned removal. */
function lastingProducts({ endDate, products }: Contract): ContractProduct[] {
  return products.filter(
    (product) => product.status === "open" && product.endReason === null && product.endDate.getTime() === endDate.getTime(),
  );
}
