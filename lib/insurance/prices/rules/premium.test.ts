import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContractType, Option, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { explainPremium, premium } from "#lib/insurance/prices/rules/premium.ts";
import type { Cover } from "#lib/insurance/prices/rules/premium.ts";
import { covers } from "#lib/insurance/prices/tariffs.fixture.ts";
import { utc } from "#lib/platform/time/calendar.fixture.ts";

const msPerHour = 3_600_000;
const both: readonly Option[] = ["break", "theft"];
const start = new Date("2027-01-01T00:00:00.000Z");

function endAfter(length: { days?: number; hours?: number; ms?: number }): Date {
  const { days = 0, hours = 0, ms = 0 } = length;
  return new Date(start.getTime() + (days * 24 + hours) * msPerHour + ms);
}

/** By default a bike of 1,000 euros, break and theft, for 365 days under an LLD: 98.10. */
function priceOf(cover: Partial<Cover>): number {
  return premium(publicTariff.rates, {
    ...utc,
    productType: "bike",
    productSubtype: null,
    valueExclCents: 100_000,
    startDate: start,
    endDate: endAfter({ days: 365 }),
    contractType: "LLD",
    options: both,
    ...cover,
  });
}

// rules/prices.md#premium-3, #premium-4, #premium-5, #premium-10
describe("the premium of every product type under every contract type that offers it", () => {
  it.each<[ProductType, ContractType, value: number, days: number, working: string, cents: number]>([
    ["bike", "LCD", 100_000, 3, "1000 × 9 % × 3 × 3/365 × 1.09 = 2.4189…", 242],
    ["bike", "LMD", 100_000, 31, "1000 × 9 % × 1.5 × 31/365 × 1.09 = 12.4976…", 1_250],
    ["bike", "LLD", 100_000, 365, "1000 × 9 % × 1.09 = 98.10", 9_810],
    ["high-tech", "LCD", 120_000, 1, "1200 × 10 % × 3 × 1/365 × 1.09 = 1.0750…", 108],
    ["high-tech", "LMD", 120_000, 90, "1200 × 10 % × 1.5 × 90/365 × 1.09 = 48.3780…", 4_838],
    ["high-tech", "LLD", 100_000, 365, "1000 × 10 % × 1.09 = 109.00", 10_900],
    ["watersports", "LCD", 75_000, 2, "750 × 8 % × 3 × 2/365 × 1.09 = 1.0750…", 108],
    ["watersports", "LMD", 75_000, 59, "750 × 8 % × 1.5 × 59/365 × 1.09 = 15.8572…", 1_586],
    ["watersports", "LLD", 100_000, 365, "1000 × 8 % × 1.09 = 87.20", 8_720],
    ["wintersports", "LCD", 50_000, 7, "500 × 10 % × 3 × 7/365 × 1.09 = 3.1356…", 314],
    ["event", "LCD", 500_000, 2, "5000 × 6 % × 3 × 2/365 × 1.09 = 5.3753…", 538],
    ["event", "LMD", 200_000, 59, "2000 × 6 % × 1.5 × 59/365 × 1.09 = 31.7145…", 3_171],
    ["small-tools", "LCD", 30_000, 10, "300 × 7.5 % × 3 × 10/365 × 1.09 = 2.0157…", 202],
    ["small-tools", "LMD", 80_000, 31, "800 × 7.5 % × 1.5 × 31/365 × 1.09 = 8.3317…", 833],
    ["sports", "LCD", 90_000, 31, "900 × 7 % × 3 × 31/365 × 1.09 = 17.4967…", 1_750],
    ["sports", "LMD", 60_000, 31, "600 × 7 % × 1.5 × 31/365 × 1.09 = 5.8322…", 583],
  ])("%s, %s, %d cents, %d days: %s", (productType, contractType, valueExclCents, days, _working, cents) => {
    expect(priceOf({ productType, contractType, valueExclCents, endDate: endAfter({ days }) })).toBe(cents);
  });
});

// rules/prices.md#premium-11
it("the rates of a subtype win over those of its type, one by one, and a quote without a subtype has those of the type", () => {
  const tariff = { ...publicTariff.rates, subtypeRates: { "bike/electric": { break: 600 } } };
  const cover: Cover = {
    ...utc,
    productType: "bike",
    productSubtype: "electric",
    valueExclCents: 100_000,
    startDate: start,
    endDate: endAfter({ days: 365 }),
    contractType: "LLD",
    options: both,
  };
  // 1000 × (6 % + 5 %) × 1.09
  expect(premium(tariff, cover)).toBe(11_990);
  expect(explainPremium(tariff, cover)).toMatchObject({ rates: [{ rate: 600 }, { rate: 500 }], priceCents: 11_990 });
  for (const productSubtype of ["standard", null] as const) expect(premium(tariff, { ...cover, productSubtype })).toBe(9_810);
});

// rules/prices.md#premium-4, #premium-7, #premium-8
describe("the premium of every option, on 98.10 for a bike or 109.00 for a computer", () => {
  it.each<[string, ProductType, readonly Option[], working: string, cents: number]>([
    ["break alone", "bike", ["break"], "1000 × 4 % × 1.09", 4_360],
    ["theft alone", "bike", ["theft"], "1000 × 5 % × 1.09", 5_450],
    ["break alone", "high-tech", ["break"], "1000 × 6 % × 1.09", 6_540],
    ["client_theft", "bike", [...both, "client_theft"], "1000 × 10.5 % × 1.09", 11_445],
    ["ia", "bike", [...both, "ia"], "(90 + 12 × 1.20) × 1.09 = 113.796", 11_380],
    ["rc", "bike", [...both, "rc"], "(90 + 12 × 0.90) × 1.09 = 109.872", 10_987],
    ["assistance_standard", "bike", [...both, "assistance_standard"], "(90 + 12 × 2) × 1.09", 12_426],
    ["assistance_premium", "bike", [...both, "assistance_premium"], "(90 + 12 × 4) × 1.09", 15_042],
    ["assistance", "bike", [...both, "assistance"], "(90 + 12 × 4) × 1.09", 15_042],
    ["assistance under both names", "bike", [...both, "assistance", "assistance_premium"], "(90 + 12 × 4) × 1.09", 15_042],
    ["home_to_work", "bike", [...both, "home_to_work"], "factor 1", 9_810],
    ["loa", "bike", [...both, "loa"], "factor 1", 9_810],
    ["pro", "bike", [...both, "pro"], "90 × 1.15 × 1.09 = 112.815", 11_282],
    ["transporter", "bike", [...both, "transporter"], "90 × 1.40 × 1.09", 13_734],
    ["sharing", "bike", [...both, "sharing"], "90 × 1.10 × 1.09", 10_791],
    ["no_deductible", "high-tech", [...both, "no_deductible"], "100 × 1.20 × 1.09", 13_080],
    ["company and individual", "bike", [...both, "company", "individual"], "belong to the term", 9_810],
    [
      "several",
      "bike",
      [...both, "client_theft", "ia", "rc", "assistance", "pro", "sharing"],
      "(105 + 12 × 6.10) × 1.15 × 1.10 × 1.09 = 245.711…",
      24_571,
    ],
    ["one sent twice", "bike", [...both, "ia", "ia", "pro", "pro", "theft"], "(90 + 12 × 1.20) × 1.15 × 1.09 = 130.865…", 13_087],
  ])("%s, %s %j: %s", (_name, productType, options, _working, cents) => {
    expect(priceOf({ productType, options })).toBe(cents);
  });

  // rules/prices.md#premium-9
  it.each<[ProductType, readonly Option[]]>([
    ["bike", ["no_deductible"]],
    ["high-tech", ["client_theft", "ia", "rc", "assistance", "assistance_standard", "assistance_premium", "pro", "transporter", "sharing"]],
    ["watersports", ["client_theft", "ia", "rc", "assistance", "pro", "transporter", "sharing", "no_deductible"]],
    ["event", ["client_theft", "ia", "pro", "no_deductible"]],
  ])("a %s does not pay for options that its type does not have: %j", (productType, unknown) => {
    expect(priceOf({ productType, options: [...both, ...unknown] })).toBe(priceOf({ productType }));
  });
});

// rules/prices.md#premium-6
// rules/calendar.md#windows-1
describe("the premium by days and months", () => {
  it.each<[ContractType, string, { days?: number; hours?: number; ms?: number }, working: string, cents: number]>([
    ["LCD", "one millisecond", { ms: 1 }, "half of 8.0630… = 4.0315…", 403],
    ["LCD", "4 hours", { hours: 4 }, "half of 8.0630… = 4.0315…", 403],
    ["LCD", "4 hours and a millisecond", { hours: 4, ms: 1 }, "10000 × 9 % × 3 × 1/365 × 1.09 = 8.0630…", 806],
    ["LCD", "24 hours", { days: 1 }, "one day = 8.0630…", 806],
    ["LCD", "24 hours and a millisecond", { days: 1, ms: 1 }, "two days = 16.1260…", 1_613],
    ["LMD", "4 hours", { hours: 4 }, "one whole day: 10000 × 9 % × 1.5 × 1/365 × 1.09 = 4.0315…", 403],
    ["LLD", "4 hours", { hours: 4 }, "one whole day: 10000 × 9 % × 1/365 × 1.09 = 2.6876…", 269],
    ["LLD", "366 days", { days: 366 }, "981.00 × 366/365 = 983.6876…", 98_369],
  ])("a bike of 10,000 euros, %s, for %s: %j, %s", (contractType, _length, length, _working, cents) => {
    expect(priceOf({ valueExclCents: 1_000_000, contractType, endDate: endAfter(length) })).toBe(cents);
  });

  // rules/prices.md#premium-7
  it("a started month counts for the extras", () => {
    const options: readonly Option[] = [...both, "ia"];
    // (1000 × 9 % × 1.5 × 31/365 + 1 × 1.20) × 1.09 = 13.8056…
    expect(priceOf({ contractType: "LMD", options, endDate: endAfter({ days: 31 }) })).toBe(1_381);
    // (1000 × 9 % × 1.5 × 32/365 + 2 × 1.20) × 1.09 = 15.5168…
    expect(priceOf({ contractType: "LMD", options, endDate: endAfter({ days: 32 }) })).toBe(1_552);
  });

  // rules/prices.md#changes-3
  it("a product that is added later costs its own days and months", () => {
    const options: readonly Option[] = [...both, "ia"];
    const startDate = endAfter({ days: 300 });
    // (1000 × 9 % × 65/365 + 3 × 1.20) × 1.09 = 21.3938…
    expect(priceOf({ startDate, options })).toBe(2_139);
  });

  it("the most expensive bike for 60 months with everything: (15000 × 10.5 % × 1826/365 + 60 × 6.10) × 1.40 × 1.10 × 1.09 = 13840.585…", () => {
    const options: readonly Option[] = [...both, "client_theft", "ia", "rc", "assistance_premium", "transporter", "sharing"];
    expect(priceOf({ valueExclCents: 1_500_000, options, endDate: new Date("2032-01-01T00:00:00.000Z") })).toBe(1_384_059);
  });

  it("an empty period costs nothing", () => {
    expect(priceOf({ endDate: start })).toBe(0);
    expect(priceOf({ endDate: endAfter({ ms: -1 }) })).toBe(0);
  });
});

// rules/prices.md#premium-3
describe("the rounding and the minimum of a premium", () => {
  it.each<[valueExclCents: number, working: string, cents: number]>([
    [4_999, "4.904019", 490],
    [5_000, "4.905 is half a cent: up", 491],
    [15_000, "14.715 is half a cent: up", 1_472],
    [1_485_000, "1456.785 is half a cent: up", 145_679],
    [5_001, "4.905981", 491],
    [1, "0.000981, so the minimum", 50],
    [504, "0.494424, so the minimum", 50],
    [510, "0.50031", 50],
    [515, "0.505215", 51],
  ])("a bike of %d cents, at 9.81 percent: %s", (valueExclCents, _working, cents) => {
    expect(priceOf({ valueExclCents })).toBe(cents);
  });

  it("the parts of a premium are added and multiplied without rounding", () => {
    // 500 × 9 % × 1.5 × 73/365 × 1.09 = 14.715; a premium rounded before the tax or by the day would miss the half cent.
    expect(priceOf({ valueExclCents: 50_000, contractType: "LMD", endDate: endAfter({ days: 73 }) })).toBe(1_472);
    // (10 × 4 % × 1/365 × 1.5 + 1.20) × 1.15 × 1.09 = 1.5062…; adding the rounded parts gives 1.50.
    expect(priceOf({ valueExclCents: 1_000, contractType: "LMD", options: ["break", "ia", "pro"], endDate: endAfter({ days: 1 }) })).toBe(
      151,
    );
  });
});

// A second implementation of the price list: decimals as rules/prices.md#premium-3 writes them, on fractions of big integers.
interface Fraction {
  over: bigint;
  under: bigint;
}
const fraction = (over: bigint | number, under: bigint | number = 1): Fraction => ({ over: BigInt(over), under: BigInt(under) });
const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.under + b.over * a.under, a.under * b.under);
const times = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.over, a.under * b.under);
const isLess = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under;

function decimal(text: string): Fraction {
  const [whole = "", decimals = ""] = text.split(".");
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

const percent = (text: string): Fraction => times(decimal(text), fraction(1, 100));

const breakRates = {
  bike: "4.0",
  "high-tech": "6.0",
  watersports: "4.5",
  wintersports: "6.0",
  event: "4.0",
  "small-tools": "4.0",
  sports: "4.0",
};
const theftRates = {
  bike: "5.0",
  "high-tech": "4.0",
  watersports: "3.5",
  wintersports: "4.0",
  event: "2.0",
  "small-tools": "3.5",
  sports: "3.0",
};
const termFactors = { LCD: "3.0", LMD: "1.5", LLD: "1.0" };

function countDays({ contractType, startDate, endDate }: Cover): Fraction {
  const length = BigInt(endDate.getTime() - startDate.getTime());
  if (contractType === "LCD" && length <= 4n * 60n * 60n * 1000n) return fraction(1, 2);
  let days = length / 86_400_000n;
  if (days * 86_400_000n < length) days += 1n;
  return fraction(days);
}

function countMonths({ startDate, endDate }: Cover): number {
  for (let count = 0; ; count += 1) {
    const [year, month] = [startDate.getUTCFullYear(), startDate.getUTCMonth() + count];
    const day = Math.min(startDate.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
    if (Date.UTC(year, month, day) + (startDate.getTime() % 86_400_000) >= endDate.getTime()) return count;
  }
}

function referencePremium(cover: Cover): Fraction {
  const has = (option: Option): boolean => cover.options.includes(option);
  const isBike = cover.productType === "bike";
  let rate = fraction(0);
  if (has("break")) rate = plus(rate, percent(breakRates[cover.productType]));
  if (has("theft")) rate = plus(rate, percent(theftRates[cover.productType]));
  if (isBike && has("client_theft")) rate = plus(rate, percent("1.5"));

  const value = fraction(cover.valueExclCents, 100);
  let euros = times(times(times(value, rate), times(decimal(termFactors[cover.contractType]), countDays(cover))), fraction(1, 365));
  const months = fraction(countMonths(cover));
  if (isBike && has("ia")) euros = plus(euros, times(months, decimal("1.20")));
  if (isBike && has("rc")) euros = plus(euros, times(months, decimal("0.90")));
  if (isBike && has("assistance_standard")) euros = plus(euros, times(months, decimal("2.00")));
  if (isBike && (has("assistance") || has("assistance_premium"))) euros = plus(euros, times(months, decimal("4.00")));
  if (isBike && has("pro")) euros = times(euros, decimal("1.15"));
  if (isBike && has("transporter")) euros = times(euros, decimal("1.40"));
  if (isBike && has("sharing")) euros = times(euros, decimal("1.10"));
  if (cover.productType === "high-tech" && has("no_deductible")) euros = times(euros, decimal("1.20"));
  return times(euros, decimal("1.09"));
}

/** Rounding half up: the amount is in [cent − ½, cent + ½). */
function isRoundedHalfUp(cents: number, euros: Fraction): boolean {
  const exact = times(euros, fraction(100));
  return !isLess(exact, fraction(2 * cents - 1, 2)) && isLess(exact, fraction(2 * cents + 1, 2));
}

// rules/prices.md#premium-3
it("is the exact premium of the price list, rounded half up once, to the cent", () => {
  fc.assert(
    fc.property(covers, (cover) => {
      const price = premium(publicTariff.rates, cover);
      const exact = referencePremium(cover);
      if (isLess(exact, decimal("0.50"))) expect(price).toBe(50);
      else expect(isRoundedHalfUp(price, exact), `${price} for ${exact.over}/${exact.under}`).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

it("rounds every exact half cent up", () => {
  // 0.0981 of a bike's value: half a cent remains at every odd multiple of 50 euros.
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 149 }), (count) => {
      const valueExclCents = 5_000 + count * 10_000;
      const cover: Cover = {
        ...utc,
        ...utc,
        productType: "bike",
        productSubtype: null,
        valueExclCents,
        startDate: new Date("2027-01-01T00:00:00.000Z"),
        endDate: new Date("2028-01-01T00:00:00.000Z"),
        contractType: "LLD",
        options: ["break", "theft"],
      };
      expect((valueExclCents * 981) % 10_000).toBe(5_000);
      expect(premium(publicTariff.rates, cover)).toBe((valueExclCents * 981 + 5_000) / 10_000);
    }),
  );
});
