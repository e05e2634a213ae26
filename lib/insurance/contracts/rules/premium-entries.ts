import type { premiumKinds } from "#db/schema/enums.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import type { Cents } from "#lib/platform/money/money.ts";

export type PremiumKind = (typeof premiumKinds)[number];

export interface PremiumChange {
  cpid: string;
  kind: PremiumKind;
  /** Signed. */
  amountCents: Cents;
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
