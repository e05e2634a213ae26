import fc from "fast-check";
import { expect, it } from "vitest";
import type { Option } from "#lib/catalogue.ts";
import { publicTariff } from "#lib/tariffs/public-tariff.ts";
import { premium } from "#lib/tariffs/rules/premium.ts";
import type { Cover } from "#lib/tariffs/rules/premium.ts";
import { covers } from "#lib/tariffs/tariffs.fixture.ts";

// The price list and its arithmetic a second time: decimals as resolutions.md § 4 writes them, on fractions of big integers.
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

/** The cent whose half-open neighbourhood [cent − ½, cent + ½) holds the amount: what "rounded half up" means. */
function isRoundedHalfUp(cents: number, euros: Fraction): boolean {
  const exact = times(euros, fraction(100));
  return !isLess(exact, fraction(2 * cents - 1, 2)) && isLess(exact, fraction(2 * cents + 1, 2));
}

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
        productType: "bike",
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
