import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { options as everyOption } from "#lib/insurance/catalogue/catalogue.ts";
import type { Option } from "#lib/insurance/catalogue/catalogue.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { premium } from "#lib/insurance/prices/rules/premium.ts";
import { covers, rates } from "#lib/insurance/prices/tariffs.fixture.ts";

const msPerDay = 86_400_000;
const tariffs = fc.oneof(fc.constant(publicTariff.rates), rates);
const runs = { numRuns: 500 };

/** The public tariff without its minimum, so that parts add up. */
const floorless = { ...publicTariff.rates, minimum: 0 };
/** Covers whose premium is proportional to value and days: no monthly extras, no half day. */
const proportional = covers.map((cover) => ({
  ...cover,
  contractType: cover.contractType === "LCD" ? ("LMD" as const) : cover.contractType,
  options: cover.options.filter((option) => !["ia", "rc", "assistance", "assistance_standard", "assistance_premium"].includes(option)),
}));

describe("a premium", () => {
  // rules/prices.md#premium-1
  it("is a whole number of cents and at least the minimum", () => {
    fc.assert(
      fc.property(tariffs, covers, (tariff, cover) => {
        const price = premium(tariff, cover);
        expect(Number.isSafeInteger(price)).toBe(true);
        expect(price).toBeGreaterThanOrEqual(tariff.minimum);
      }),
      runs,
    );
  });

  it("never falls if the value rises", () => {
    fc.assert(
      fc.property(tariffs, covers, fc.nat({ max: 1_500_000 }), (tariff, cover, more) => {
        expect(premium(tariff, { ...cover, valueExclCents: cover.valueExclCents + more })).toBeGreaterThanOrEqual(premium(tariff, cover));
      }),
      runs,
    );
  });

  it("never falls if the period grows, even from half a day in a short LCD", () => {
    const growth = fc.oneof(fc.nat({ max: 5 * 3_600_000 }), fc.nat({ max: 400 * msPerDay }));
    fc.assert(
      fc.property(tariffs, covers, growth, (tariff, cover, more) => {
        const longer = { ...cover, endDate: new Date(cover.endDate.getTime() + more) };
        expect(premium(tariff, longer)).toBeGreaterThanOrEqual(premium(tariff, cover));
      }),
      runs,
    );
  });

  it("never falls if an option is added", () => {
    fc.assert(
      fc.property(tariffs, covers, fc.constantFrom(...everyOption), (tariff, cover, option) => {
        expect(premium(tariff, { ...cover, options: [...cover.options, option] })).toBeGreaterThanOrEqual(premium(tariff, cover));
      }),
      runs,
    );
  });

  it("does not depend on the order or repetition of options, or on the deprecated name of assistance_premium", () => {
    const renamed = (option: Option): Option => (option === "assistance" ? "assistance_premium" : option);
    fc.assert(
      fc.property(tariffs, covers, (tariff, cover) => {
        const price = premium(tariff, cover);
        expect(premium(tariff, { ...cover, options: [...cover.options, ...cover.options].toReversed() })).toBe(price);
        expect(premium(tariff, { ...cover, options: cover.options.map(renamed) })).toBe(price);
      }),
      runs,
    );
  });

  it("does not change if the whole period moves by days and no month is counted", () => {
    fc.assert(
      fc.property(proportional, fc.integer({ min: -4_000, max: 4_000 }), (cover, days) => {
        const move = (date: Date): Date => new Date(date.getTime() + days * msPerDay);
        expect(premium(publicTariff.rates, { ...cover, startDate: move(cover.startDate), endDate: move(cover.endDate) })).toBe(
          premium(publicTariff.rates, cover),
        );
      }),
    );
  });
});

describe("the premiums of the parts", () => {
  it("add up to the whole within one cent of rounding if a value is split", () => {
    fc.assert(
      fc.property(proportional, fc.nat({ max: 1_500_000 }), (cover, other) => {
        const parts = premium(floorless, cover) + premium(floorless, { ...cover, valueExclCents: other });
        const whole = premium(floorless, { ...cover, valueExclCents: cover.valueExclCents + other });
        expect(Math.abs(parts - whole)).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  it("add up to the whole within one cent of rounding if a period is split after whole days", () => {
    fc.assert(
      fc.property(proportional, fc.integer({ min: 1, max: 2_000 }), (cover, days) => {
        const cut = new Date(cover.startDate.getTime() + days * msPerDay);
        fc.pre(cut < cover.endDate);
        const parts = premium(floorless, { ...cover, endDate: cut }) + premium(floorless, { ...cover, startDate: cut });
        expect(Math.abs(parts - premium(floorless, cover))).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  it("of an LMD or LLD never cost less than the whole within one cent of rounding, minimum and extras included", () => {
    fc.assert(
      fc.property(tariffs, covers, fc.double({ min: 0, max: 1, noNaN: true }), (tariff, cover, where) => {
        fc.pre(cover.contractType !== "LCD");
        const cut = new Date(cover.startDate.getTime() + Math.round((cover.endDate.getTime() - cover.startDate.getTime()) * where));
        const parts = premium(tariff, { ...cover, endDate: cut }) + premium(tariff, { ...cover, startDate: cut });
        expect(parts).toBeGreaterThanOrEqual(premium(tariff, cover) - 1);
      }),
      runs,
    );
  });
});
