import type { ApiContext } from "#lib/context.ts";
import { settleOptions } from "#lib/contracts/rules/options.ts";
import { termOf } from "#lib/contracts/rules/term.ts";
import { readForPortal } from "#lib/tariffs/overview.ts";
import type { PriceQuestion } from "#lib/tariffs/requests.ts";
import { explainPremium } from "#lib/tariffs/rules/premium.ts";
import type { PremiumSteps } from "#lib/tariffs/rules/premium.ts";

export interface Calculation extends PremiumSteps {
  /** The price list that was used. */
  tariff: { name: string; version: string };
}

/**
 * What a product would cost by the list in force, with the options that a contract has by itself, and how that came about. What a contract
 * refuses is not asked.
 */
export async function calculate(ctx: Pick<ApiContext, "now" | "partner">, question: PriceQuestion): Promise<Calculation> {
  const { name, version, rates } = (await readForPortal(ctx)).inForce;
  const { productType, contractType } = question;
  const facts = { term: termOf(contractType, question), productTypes: new Set([productType]), features: ctx.partner.features };
  return { tariff: { name, version }, ...explainPremium(rates, { ...question, options: settleOptions(question.options, facts) }) };
}
