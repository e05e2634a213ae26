import type { premiumKinds } from "#db/schema/enums.ts";
import { calendarFor } from "#lib/insurance/catalogue/period.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import { amountDue } from "#lib/insurance/prices/rules/premium.ts";
import type { TariffRates } from "#lib/insurance/prices/schema.ts";
import type { Cents } from "#lib/platform/money/money.ts";

export type PremiumKind = (typeof premiumKinds)[number];

interface PremiumChange {
  cpid: string;
  kind: PremiumKind;
  /** Signed. */
  amountCents: Cents;
}

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

/**
 * By how much a change moves the price of each product of a contract, and why (rules/statements.md#ledger-2, #ledger-3). `before` is null
 * for a new contract, which `kind` names. The changes of a contract's whole life add up to its price.
 */
export function premiumChanges(before: Contract | null, after: Contract, made: "created" | "renewed" = "created"): PremiumChange[] {
  const earlier = new Map(before?.products.map((product) => [product.cpid, product]));
  return after.products.flatMap((product) => {
    const previous = earlier.get(product.cpid);
    const amountCents = product.priceCents - (previous?.priceCents ?? 0);
    if (amountCents === 0) return [];
    const kind = before === null ? made : kindOf(before, after, previous, product);
    return [{ cpid: product.cpid, kind, amountCents }];
  });
}

function kindOf(before: Contract, after: Contract, previous: ContractProduct | undefined, product: ContractProduct): PremiumKind {
  if (before.status === "closed" && after.status === "open") return "reopened";
  if (previous === undefined) return after.products.some(({ replacedBy }) => replacedBy === product.cpid) ? "amended" : "added";
  if (product.status === "has_been_replaced") return "amended";
  if (before.status !== after.status && after.status === "cancel") return "cancelled";
  const isTerminated = after.status === "terminated" || after.terminationPlanned;
  if (isTerminated && !(before.status === "terminated" || before.terminationPlanned)) return "terminated";
  // A product that ends earlier than its contract has a reason of its own.
  return product.endReason !== previous.endReason || product.status !== previous.status ? "removed" : "amended";
}
