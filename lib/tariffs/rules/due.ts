import type { ContractProductStatus } from "#lib/contracts/schema.ts";
import type { Cents } from "#lib/money.ts";
import { premium } from "#lib/tariffs/rules/premium.ts";
import type { Cover } from "#lib/tariffs/rules/premium.ts";
import type { TariffRates } from "#lib/tariffs/schema.ts";

/**
 * What becomes of a contract product. `terminated` holds from the decision on: also while the product
 * stays open until a day to come, and then for the successor of a product that is amended in between.
 */
export type Fate =
  | { status: Exclude<ContractProductStatus, "terminated"> }
  /** `priceBefore` is what the product cost, in cents, when it was to stay. */
  | { status: "terminated"; priceBefore: Cents };

/**
 * What a contract product costs, in cents, by what becomes of it (resolutions.md § 4).
 * The cover ends where the product does: a terminated LMD or LLD pays its days until then, an LCD gets nothing back.
 */
export function amountDue(tariff: TariffRates, cover: Cover, fate: Fate): Cents {
  switch (fate.status) {
    case "open":
    case "closed":
      return premium(tariff, cover);
    case "cancel":
    case "has_been_replaced":
      return 0;
    case "terminated":
      return cover.contractType === "LCD" ? fate.priceBefore : Math.min(fate.priceBefore, premium(tariff, cover));
  }
}
