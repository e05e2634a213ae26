import { basisPointsInOne } from "#lib/insurance/prices/schema.ts";

/**
 * The tax in a premium entry `e` by the rate of its contract's tariff `t`, as SQL, in cents. It is rounded once per entry, half away from
 * zero: what an entry gives back has the tax of the entry that charged it, and rows add up to totals (rules/statements.md#figures-3).
 */
export const entryTax = `round(e.amount_cents * (t.rates ->> 'taxRate')::numeric / (${basisPointsInOne} + (t.rates ->> 'taxRate')::numeric))`;
