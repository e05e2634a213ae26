import type { ApiContext } from "#lib/context.ts";
import { readForPortal } from "#lib/tariffs/overview.ts";
import type { PriceQuestion } from "#lib/tariffs/requests.ts";
import { explainPremium } from "#lib/tariffs/rules/premium.ts";
import type { PremiumSteps } from "#lib/tariffs/rules/premium.ts";

export interface Calculation extends PremiumSteps {
  /** The price list that was used. */
  tariff: { name: string; version: string };
}

/** What a product would cost by the list in force, and how that came about. The rules of a contract are not asked. */
export async function calculate(ctx: Pick<ApiContext, "now" | "partner">, question: PriceQuestion): Promise<Calculation> {
  const { name, version, rates } = (await readForPortal(ctx)).inForce;
  return { tariff: { name, version }, ...explainPremium(rates, question) };
}
