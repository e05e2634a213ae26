import { calendarFor } from "#lib/insurance/catalogue/period.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import { amountDue } from "#lib/insurance/prices/rules/premium.ts";
import type { TariffRates } from "#lib/insurance/prices/schema.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/** Prices every new or changed product of a contract (rules/prices.md#changes-5). `before` is null for a new contract. */
export function priceContract(before: Contract | null, after: Contract, tariff: TariffRates): Contract {
  const earlier = new Map(before?.products.map((product) => [product.cpid, product]));
  const replaced = new Map(
    after.products.flatMap((product) => (product.replacedBy === null ? [] : [[product.replacedBy, earlier.get(product.cpid)]])),
  );
  const products = after.products.map((product) => {
    const previous = earlier.get(product.cpid) ?? replaced.get(product.cpid);
    if (previous !== undefined && keepsPrice(previous, product)) return { ...product, priceCents: previous.priceCents };
    return { ...product, priceCents: priceProduct(product, after, tariff, previous) };
  });
  return { ...after, products };
}

function keepsPrice(previous: ContractProduct, product: ContractProduct): boolean {
  const isSamePeriod =
    previous.startDate.getTime() === product.startDate.getTime() && previous.endDate.getTime() === product.endDate.getTime();
  return isSamePeriod && (previous.status === product.status || product.status === "closed");
}

function priceProduct(product: ContractProduct, contract: Contract, tariff: TariffRates, before: ContractProduct | undefined): Cents {
  const { status, endReason } = product;
  const { contractType, options } = contract;
  const cover = { ...product, contractType, options, ...calendarFor(contract, product) };
  const whole = amountDue(tariff, cover, { status: status === "terminated" ? "closed" : status });
  // A planned termination is priced like an executed one, so that nothing changes on its day.
  const isTerminated = status === "terminated" || (status === "open" && endReason !== null);
  if (!isTerminated || before === undefined) return whole;
  // Only the end is given back: a cover that begins earlier than before pays for the days that it gains.
  if (product.startDate < before.startDate) return Math.max(before.priceCents, whole);
  return amountDue(tariff, cover, { status: "terminated", priceBefore: before.priceCents });
}
