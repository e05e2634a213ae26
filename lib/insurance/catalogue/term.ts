import type { ContractType, Term } from "#lib/insurance/catalogue/catalogue.ts";
import type { Period } from "#lib/insurance/catalogue/period.ts";
import { addMonths } from "#lib/platform/time/days-and-months.ts";
import type { LocalCalendar } from "#lib/platform/time/days-and-months.ts";

const monthsBeforeLongTerm = 6;

/** The term that options and parties depend on; an LMD of 6 calendar months or more is long (rules/contracts.md#types-5). */
export function termOf(contractType: ContractType, { startDate, endDate }: Period, calendar: LocalCalendar): Term {
  if (contractType !== "LMD") return contractType;
  return endDate >= addMonths(startDate, monthsBeforeLongTerm, calendar) ? "LMD_6_months_or_more" : "LMD_under_6_months";
}
