import { contractTypes, optionsOf, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { extras, subtypeKeys, usages } from "#lib/insurance/prices/schema.ts";
import type { TariffRates } from "#lib/insurance/prices/schema.ts";

export type FigureUnit = "rate" | "factor" | "euros" | "hours";

/**
 * How a figure is written, in decimals as people know it, and by how much that is multiplied where it is stored (rules/prices.md#lists-5).
 */
export const units = {
  rate: { min: 0, max: 1, scale: 10_000 },
  factor: { min: 0.1, max: 10, scale: 10_000 },
  euros: { min: 0, max: 100, scale: 100 },
  hours: { min: 0, max: 24, scale: 1 },
} as const satisfies Record<FigureUnit, { min: number; max: number; scale: number }>;

/** A figure of a price list. */
export interface TariffFigure {
  /** Its name in a file and on a page, such as `annual_rates.bike.break`. */
  path: string;
  unit: FigureUnit;
  /** The path of the figure in the stored rates. */
  keys: readonly string[];
}

const covers = ["break", "theft", "client_theft"] as const;

const annualRateFigures = (type: ProductType, name: string, keys: readonly string[]): TariffFigure[] =>
  covers
    .filter((cover) => optionsOf(type).includes(cover))
    .map((cover) => ({ path: `annual_rates.${name}.${cover}`, unit: "rate", keys: [...keys, cover] }));

/** Every figure that each price list has: each product type, contract type and option of the catalogue. */
export const tariffFigures: readonly TariffFigure[] = [
  ...productTypeNames.flatMap((type) => annualRateFigures(type, type, ["annualRates", type])),
  ...contractTypes.map((type) => ({ path: `term_factors.${type}`, unit: "factor" as const, keys: ["termFactors", type] })),
  { path: "half_day_hours", unit: "hours", keys: ["halfDayHours"] },
  ...extras.map((option) => ({ path: `extras_per_month.${option}`, unit: "euros" as const, keys: ["extrasPerMonth", option] })),
  ...usages.map((option) => ({ path: `usage_factors.${option}`, unit: "factor" as const, keys: ["usageFactors", option] })),
  { path: "tax_rate", unit: "rate", keys: ["taxRate"] },
  { path: "minimum", unit: "euros", keys: ["minimum"] },
];

/**
 * Figures that a price list may have: the rates of subtypes, with the figure of the type that holds without them
 * (rules/prices.md#premium-11).
 */
export const subtypeFigures: readonly (TariffFigure & { type: TariffFigure })[] = subtypeKeys.flatMap((key) => {
  const type = key.slice(0, key.indexOf("/")) as ProductType;
  const ofType = annualRateFigures(type, type, ["annualRates", type]);
  return annualRateFigures(type, key, ["subtypeRates", key]).map((figure, index) => ({ ...figure, type: ofType[index] ?? figure }));
});

/** The figures that a list has. */
export function figuresOf(rates: TariffRates): TariffFigure[] {
  return [...tariffFigures, ...subtypeFigures.filter((figure) => figureOf(rates, figure) !== undefined)];
}

/** A figure of stored rates in decimals; undefined if the list lacks it. */
export function figureOf(rates: TariffRates, { keys, unit }: TariffFigure): number | undefined {
  const stored = keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], rates);
  return typeof stored === "number" ? stored / units[unit].scale : undefined;
}

/** A difference between two lists. */
export interface FigureChange {
  path: string;
  unit: FigureUnit;
  /** Null if the earlier list lacks it. */
  before: number | null;
  after: number;
}

function changeOf({ path, unit }: TariffFigure, before: number | undefined, after = 0): FigureChange[] {
  return before === after ? [] : [{ path, unit, before: before ?? null, after }];
}

function figureOfSubtype(rates: TariffRates, figure: (typeof subtypeFigures)[number]): number | undefined {
  return figureOf(rates, figure) ?? figureOf(rates, figure.type);
}

export function changesBetween(before: TariffRates, after: TariffRates): FigureChange[] {
  return [
    ...tariffFigures.flatMap((figure) => changeOf(figure, figureOf(before, figure), figureOf(after, figure))),
    // A subtype that neither list names changes with its type.
    ...subtypeFigures
      .filter((figure) => [before, after].some((rates) => figureOf(rates, figure) !== undefined))
      .flatMap((figure) => changeOf(figure, figureOfSubtype(before, figure), figureOfSubtype(after, figure))),
  ];
}

/** A change of more than half of a figure, which a person confirms by typing the new one (rules/prices.md#lists-9). */
export function isLargeChange({ before, after }: Pick<FigureChange, "before" | "after">): boolean {
  return before === null || Math.abs(after - before) > before / 2;
}

/** The changes of a list that are undone when the version after it comes into force. */
export function changesThatFallBack(changes: readonly FigureChange[], list: TariffRates, next: TariffRates): FigureChange[] {
  const own = new Set(changes.map(({ path }) => path));
  return changesBetween(list, next).filter(({ path }) => own.has(path));
}

/** True if a change can make a price higher: a figure that rises, or fewer hours that count as half a day. */
export function raisesPrices(changes: readonly FigureChange[]): boolean {
  return changes.some(({ unit, before, after }) => (unit === "hours" ? after < (before ?? 0) : after > (before ?? 0)));
}
