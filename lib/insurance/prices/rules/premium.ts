import { optionsByProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType, Option, ProductSubtype, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";
import { basisPointsInOne } from "#lib/insurance/prices/schema.ts";
import type { TariffRates } from "#lib/insurance/prices/schema.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { startedDays, startedMonths } from "#lib/platform/time/days-and-months.ts";
import type { LocalCalendar } from "#lib/platform/time/days-and-months.ts";

/** `terminated` holds from the decision on, also while a planned end is in the future, and for a successor of the product. */
export type PricedStatus =
  | { status: Exclude<ContractProductStatus, "terminated"> }
  /** The price in cents before the termination. */
  | { status: "terminated"; priceBefore: Cents };

/** The price in cents (rules/prices.md#changes-4): a terminated LMD or LLD pays its days until the end, an LCD gets nothing back. */
export function amountDue(tariff: TariffRates, cover: Cover, pricedStatus: PricedStatus): Cents {
  switch (pricedStatus.status) {
    case "open":
    case "closed":
      return premium(tariff, cover);
    case "cancel":
    case "has_been_replaced":
      return 0;
    case "terminated":
      return cover.contractType === "LCD" ? pricedStatus.priceBefore : Math.min(pricedStatus.priceBefore, premium(tariff, cover));
  }
}

export interface Cover extends LocalCalendar {
  productType: ProductType;
  /** Null for a quote without a subtype, which the rates of the type price. */
  productSubtype: ProductSubtype | null;
  valueExclCents: Cents;
  /** The product's own period, not the contract's. */
  startDate: Date;
  endDate: Date;
  contractType: ContractType;
  /** Options that the product type does not know are not counted. */
  options: readonly Option[];
}

/** Options without a figure cost nothing here. */
type Figures = { readonly [option in Option]?: number | undefined };

const one = BigInt(basisPointsInOne);
const halfDaysPerYear = 2n * 365n;
const msPerHour = 3_600_000;

const optionsKnown: Partial<Record<ProductType | "*", readonly Option[]>> = optionsByProductType;
const synonyms: Partial<Record<Option, Option>> = { assistance: "assistance_premium" };

/**
 * The premium in cents with tax (rules/prices.md#premium-3): (value × annual rate × term factor × days / 365 + extras per started month) ×
 * usage factors × (1 + tax), exact until it is rounded half up once, at least the tariff's minimum; 0 for an empty period.
 */
export function premium(tariff: TariffRates, cover: Cover): Cents {
  if (cover.endDate <= cover.startDate) return 0;
  const options = countedOptions(cover);
  const annualRate = sum(figures(annualRatesOf(tariff, cover), options));
  const perMonth = sum(figures(tariff.extrasPerMonth, options));
  const extras = perMonth === 0n ? 0n : perMonth * BigInt(startedMonths(cover.startDate, cover.endDate, cover));

  // The premium is dividend / divisor throughout; nothing is divided before the end.
  let divisor = one * one * halfDaysPerYear;
  let dividend =
    BigInt(cover.valueExclCents) * annualRate * BigInt(tariff.termFactors[cover.contractType]) * halfDays(tariff, cover) + extras * divisor;
  for (const factor of [...figures(tariff.usageFactors, options), one + BigInt(tariff.taxRate)]) {
    dividend *= factor;
    divisor *= one;
  }
  return Math.max(tariff.minimum, Number(divideHalfUp(dividend, divisor)));
}

/** How a premium came about. Rates, factors and taxes are basis points, amounts are cents. */
export interface PremiumSteps {
  rates: { option: Option; rate: number }[];
  termFactor: number;
  /** Half days count as half. */
  days: number;
  months: number;
  /** Per started month. */
  extras: { option: Option; amountCents: Cents }[];
  factors: { option: Option; factor: number }[];
  taxRate: number;
  /** True if the tariff's minimum is more than what was computed. */
  isMinimum: boolean;
  priceCents: Cents;
}

/** The figures that `premium` computes with, in its order. */
export function explainPremium(tariff: TariffRates, cover: Cover): PremiumSteps {
  const options = countedOptions(cover);
  const named = (table: Figures) => options.flatMap((option) => (table[option] === undefined ? [] : [[option, table[option]] as const]));
  const priceCents = premium(tariff, cover);
  return {
    rates: named(annualRatesOf(tariff, cover)).map(([option, rate]) => ({ option, rate })),
    termFactor: tariff.termFactors[cover.contractType],
    days: Number(halfDays(tariff, cover)) / 2,
    months: startedMonths(cover.startDate, cover.endDate, cover),
    extras: named(tariff.extrasPerMonth).map(([option, amountCents]) => ({ option, amountCents })),
    factors: named(tariff.usageFactors).map(([option, factor]) => ({ option, factor })),
    taxRate: tariff.taxRate,
    isMinimum: priceCents > 0 && premium({ ...tariff, minimum: 0 }, cover) < tariff.minimum,
    priceCents,
  };
}

/**
 * The yearly rates of a product: those of its subtype win over those of its type (rules/prices.md#premium-11). It fails for an unknown
 * type.
 */
function annualRatesOf({ annualRates, subtypeRates }: TariffRates, { productType, productSubtype }: Cover): Figures {
  const own = productSubtype === null ? undefined : subtypeRates?.[`${productType}/${productSubtype}`];
  return Object.fromEntries([annualRates[productType], own ?? {}].flatMap((rates) => Object.entries(rates)));
}

/** Options known to the product type, without duplicates and synonyms. */
function countedOptions({ productType, options }: Cover): Option[] {
  const knownOptions = new Set([...(optionsKnown["*"] ?? []), ...(optionsKnown[productType] ?? [])]);
  return [...new Set(options.filter((option) => knownOptions.has(option)).map((option) => synonyms[option] ?? option))];
}

function figures(table: Figures, options: readonly Option[]): bigint[] {
  return options
    .map((option) => table[option])
    .filter((figure) => figure !== undefined)
    .map(BigInt);
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** Counted in half days, so that the half day of a short LCD is an integer. */
function halfDays(tariff: TariffRates, { contractType, startDate, endDate, timeZone }: Cover): bigint {
  const isHalfDay = contractType === "LCD" && endDate.getTime() - startDate.getTime() <= tariff.halfDayHours * msPerHour;
  return isHalfDay ? 1n : 2n * BigInt(startedDays(startDate, endDate, { timeZone }));
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
