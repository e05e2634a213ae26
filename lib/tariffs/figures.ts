import { contractTypes, optionsOf, productTypeNames } from "#lib/catalogue/catalogue.ts";
import { extras, usages } from "#lib/tariffs/schema.ts";
import type { TariffRates } from "#lib/tariffs/schema.ts";

export type FigureUnit = "rate" | "factor" | "euros" | "hours";

/** How a figure is written, in decimals as people know it, and by how much that is multiplied where it is stored (resolutions.md § 21). */
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
  /** Where it is in the stored rates. */
  keys: readonly string[];
}

const covers = ["break", "theft", "client_theft"] as const;

/** Every figure that a price list has: each product type, contract type and option of the catalogue. */
export const tariffFigures: readonly TariffFigure[] = [
  ...productTypeNames.flatMap((type) =>
    covers
      .filter((cover) => optionsOf(type).includes(cover))
      .map((cover) => ({ path: `annual_rates.${type}.${cover}`, unit: "rate" as const, keys: ["annualRates", type, cover] })),
  ),
  ...contractTypes.map((type) => ({ path: `term_factors.${type}`, unit: "factor" as const, keys: ["termFactors", type] })),
  { path: "half_day_hours", unit: "hours", keys: ["halfDayHours"] },
  ...extras.map((option) => ({ path: `extras_per_month.${option}`, unit: "euros" as const, keys: ["extrasPerMonth", option] })),
  ...usages.map((option) => ({ path: `usage_factors.${option}`, unit: "factor" as const, keys: ["usageFactors", option] })),
  { path: "tax_rate", unit: "rate", keys: ["taxRate"] },
  { path: "minimum", unit: "euros", keys: ["minimum"] },
];

/** A figure of stored rates in decimals; undefined where the list lacks it. */
export function figureOf(rates: TariffRates, { keys, unit }: TariffFigure): number | undefined {
  const stored = keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], rates);
  return typeof stored === "number" ? stored / units[unit].scale : undefined;
}

/** What differs between two lists. */
export interface FigureChange {
  path: string;
  unit: FigureUnit;
  /** Null where the earlier list lacks it. */
  before: number | null;
  after: number;
}

export function changesBetween(before: TariffRates, after: TariffRates): FigureChange[] {
  return tariffFigures.flatMap((figure) => {
    const [earlier, later] = [figureOf(before, figure), figureOf(after, figure) ?? 0];
    return earlier === later ? [] : [{ path: figure.path, unit: figure.unit, before: earlier ?? null, after: later }];
  });
}

/** Whether a change can make a price higher: a figure that rises, or fewer hours that count as half a day. */
export function raisesPrices(changes: readonly FigureChange[]): boolean {
  return changes.some(({ unit, before, after }) => (unit === "hours" ? after < (before ?? 0) : after > (before ?? 0)));
}
