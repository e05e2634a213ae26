import type { Feature } from "#lib/account/worlds/schema.ts";
import {
  bikeUsages,
  options as everyOption,
  isOption,
  optionsByTerm,
  optionsOf,
  productTypeNames,
} from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType, Option, ProductType, Term } from "#lib/insurance/catalogue/catalogue.ts";
import type { Period } from "#lib/insurance/catalogue/period.ts";
import { fieldError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { addMonths } from "#lib/platform/time/days-and-months.ts";
import type { LocalCalendar } from "#lib/platform/time/days-and-months.ts";
import { isMissing, quote } from "#lib/platform/wire/fields.ts";

const monthsBeforeLongTerm = 6;

export interface OptionFacts {
  term: Term;
  productTypes: ReadonlySet<ProductType>;
  features: readonly Feature[];
}

const guarantees: readonly Option[] = ["break", "theft"];
const parties: readonly Option[] = ["company", "individual"];
const premiumAssistances: readonly Option[] = ["assistance_premium", "assistance"];

const terms: Record<Term, { title: string; long: boolean; incomplete: ErrorName }> = {
  LCD: { title: "an LCD contract", long: false, incomplete: "LCD_OPTIONS_INCOMPLETE" },
  LMD_under_6_months: { title: "an LMD contract under 6 months", long: false, incomplete: "LMD_SHORT_OPTIONS_INCOMPLETE" },
  LMD_6_months_or_more: { title: "an LMD contract of 6 months or more", long: true, incomplete: "LMD_LONG_OPTIONS_INCOMPLETE" },
  LLD: { title: "an LLD contract", long: true, incomplete: "LLD_OPTIONS_INCOMPLETE" },
};

/** Reads the distinct options of a request: 1008 missing, empty or not an array, 1010 unknown (rules/contracts.md#options-1). */
export function readOptions(value: unknown): Option[] {
  if (isMissing(value)) throw fieldError("OPTIONS_MISSING", "options", 'is missing: send an array such as ["break", "theft"]');
  if (!Array.isArray(value) || value.length === 0) {
    throw fieldError("OPTIONS_MISSING", "options", 'must be an array with at least one option, such as ["break", "theft"]');
  }
  const requested = new Set<Option>();
  for (const option of value as readonly unknown[]) {
    if (!isOption(option)) {
      throw fieldError("OPTION_NOT_ALLOWED", "options", `: ${quote(option)} is unknown; accepted: ${everyOption.join(", ")}`);
    }
    requested.add(option);
  }
  return [...requested];
}

/**
 * Decides the options of a contract: the requested ones, without those that are dropped, plus the automatic ones. It is idempotent. Errors
 * (rules/contracts.md#options-2): 1010 for product types and term, 1018/1019/1020/1009 incomplete, 1015/1020 usage, 1010 assistance.
 */
export function decideOptions(requested: readonly Option[], facts: OptionFacts): Option[] {
  const automatic = automaticOptions(requested, facts);
  const settled = settleOptions(requested, facts);
  const chosen = settled.filter((option) => !automatic.includes(option));
  assertAllowed(chosen, facts);
  assertComplete(chosen, facts);
  assertUsage(chosen, facts);
  assertAssistance(chosen, facts);
  return settled;
}

/** The options that a request comes to. A partner cannot choose `client_theft`: it is automatic or dropped. */
export function settleOptions(requested: readonly Option[], facts: OptionFacts): Option[] {
  const automatic = automaticOptions(requested, facts);
  const accepted = requested.filter((option) => option !== "client_theft" || automatic.includes(option));
  return [...new Set([...accepted, ...automatic])];
}

/**
 * Decides the options of a contract that gets more product types: its own, plus the automatic ones that these bring; 1015 for a missing
 * usage. It asks for nothing else, since none can be sent: after a renewal of another length they may be those of another term. Options
 * that the types `insured` before would have automatically by now are left out, since they do not pay for them.
 */
export function extendOptions(own: readonly Option[], insured: ReadonlySet<ProductType>, facts: OptionFacts): Option[] {
  assertUsage(own, facts);
  const before = automaticOptions(own, { ...facts, productTypes: insured });
  const brought = automaticOptions(own, facts).filter((option) => !before.includes(option));
  return [...new Set([...own, ...brought])];
}

function automaticOptions(requested: readonly Option[], { term, productTypes, features }: OptionFacts): Option[] {
  const automatic: Option[] = [];
  if (!productTypes.has("bike")) return automatic;
  if (term === "LMD_under_6_months") automatic.push("home_to_work");
  if (requested.includes("theft") && features.includes("client_theft")) automatic.push("client_theft");
  return automatic;
}

function assertAllowed(chosen: readonly Option[], facts: OptionFacts): void {
  const available = new Set<Option>([...facts.productTypes].flatMap(optionsOf).concat(parties));
  const ofTerm: readonly Option[] = optionsByTerm[facts.term];
  const refused = chosen.find((option) => !available.has(option) || !ofTerm.includes(option));
  if (refused === undefined) return;
  const knowing = productTypeNames.filter((type) => optionsOf(type).includes(refused));
  const why = ofTerm.includes(refused) ? `is for ${knowing.join(", ")} only` : `is not available for ${terms[facts.term].title}`;
  const accepted = ofTerm.filter((option) => available.has(option));
  throw fieldError("OPTION_NOT_ALLOWED", "options", `: ${refused} ${why}; accepted here: ${accepted.join(", ")}`);
}

function assertComplete(chosen: readonly Option[], { term, features }: OptionFacts): void {
  const { title, long, incomplete } = terms[term];
  const missing = guarantees.filter((option) => !chosen.includes(option));
  const decoupled = long && features.includes("decoupled_break_theft");
  if (missing.length > (decoupled ? 1 : 0)) {
    throw fieldError(
      incomplete,
      "options",
      `: ${title} needs ${decoupled ? "at least one of break and theft" : `break and theft; missing: ${missing.join(", ")}`}`,
    );
  }
  if (long && countOf(parties, chosen) !== 1) {
    throw fieldError(incomplete, "options", `: ${title} needs exactly one of ${parties.join(", ")}`);
  }
}

function assertUsage(chosen: readonly Option[], { term, productTypes }: OptionFacts): void {
  const count = countOf(bikeUsages, chosen);
  if (term === "LLD" && productTypes.has("bike") && count !== 1) {
    throw fieldError("LLD_USAGE_MISSING", "options", `: an LLD contract with a bike needs exactly one of ${bikeUsages.join(", ")}`);
  }
  if (term === "LMD_6_months_or_more" && count > 1) {
    throw fieldError("LMD_LONG_OPTIONS_INCOMPLETE", "options", `: ${terms[term].title} takes at most one of ${bikeUsages.join(", ")}`);
  }
}

function assertAssistance(chosen: readonly Option[], { features }: OptionFacts): void {
  if (!chosen.includes("assistance_standard")) return;
  const premium = premiumAssistances.find((option) => chosen.includes(option));
  if (premium !== undefined) {
    throw fieldError("OPTION_NOT_ALLOWED", "options", `: assistance_standard and ${premium} exclude each other; send one of them`);
  }
  if (!features.includes("assistance_standard")) {
    throw fieldError(
      "OPTION_NOT_ALLOWED",
      "options",
      ": assistance_standard needs the partner feature assistance_standard, which is off; ask support to turn it on",
    );
  }
}

function countOf(wanted: readonly Option[], chosen: readonly Option[]): number {
  return wanted.filter((option) => chosen.includes(option)).length;
}

/** The term that options and parties depend on; an LMD of 6 calendar months or more is long (rules/contracts.md#types-5). */
export function termOf(contractType: ContractType, { startDate, endDate }: Period, calendar: LocalCalendar): Term {
  if (contractType !== "LMD") return contractType;
  return endDate >= addMonths(startDate, monthsBeforeLongTerm, calendar) ? "LMD_6_months_or_more" : "LMD_under_6_months";
}
