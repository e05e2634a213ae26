import type { ContractType, Option, Term } from "#lib/catalogue/catalogue.ts";
import type { Period } from "#lib/contracts/rules/period.ts";
import { addMonths } from "#lib/time/dates.ts";

const monthsBeforeLongTerm = 6;

/** Uses of a bike, of which an LLD needs one. */
export const usages: readonly Option[] = ["home_to_work", "pro", "transporter"];

/** The term that options and parties depend on; an LMD of 6 calendar months or more is long (resolutions.md § 3, Option rules). */
export function termOf(contractType: ContractType, { startDate, endDate }: Period): Term {
  if (contractType !== "LMD") return contractType;
  return endDate >= addMonths(startDate, monthsBeforeLongTerm) ? "LMD_6_months_or_more" : "LMD_under_6_months";
}
