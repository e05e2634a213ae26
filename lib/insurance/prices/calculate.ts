import type { ApiContext } from "#lib/account/worlds/context.ts";
import { optionsByTerm } from "#lib/insurance/catalogue/catalogue.ts";
import type { Option, Term } from "#lib/insurance/catalogue/catalogue.ts";
import { settleOptions, termOf } from "#lib/insurance/catalogue/options.ts";
import { readForPortal } from "#lib/insurance/prices/overview.ts";
import type { PriceQuestion } from "#lib/insurance/prices/requests.ts";
import { explainPremium } from "#lib/insurance/prices/rules/premium.ts";
import type { PremiumSteps } from "#lib/insurance/prices/rules/premium.ts";
import { findAttached } from "#lib/insurance/renters/find.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

export interface Calculation extends PremiumSteps {
  /** On which the options depend that a contract may have. */
  term: Term;
  /** The price list that was used. */
  tariff: { name: string; version: string };
}

/**
 * Calculates the price of a product by the list in force, with the options that a contract has by default, and the steps that lead to
 * it. It does not check what a contract would refuse.
 */
export async function calculate(
  ctx: Pick<ApiContext, "now" | "partner" | "world">,
  { uid, ...question }: PriceQuestion,
): Promise<Calculation> {
  const [{ inForce }, renter] = await Promise.all([readForPortal(ctx), findAttached(ctx.world, uid)]);
  const { name, version, rates } = inForce;
  const { productType, contractType } = question;
  const calendar = { timeZone: renter?.timeZone ?? insurerZone, renewalDay: null };
  const term = termOf(contractType, question, calendar);
  const ofTerm: readonly Option[] = optionsByTerm[term];
  const facts = { term, productTypes: new Set([productType]), features: ctx.partner.features };
  const options = settleOptions(
    question.options.filter((option) => ofTerm.includes(option)),
    facts,
  );
  return { tariff: { name, version }, term, ...explainPremium(rates, { ...question, ...calendar, options }) };
}
