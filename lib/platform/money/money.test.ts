import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centsFromEuros, eurosFromCents } from "#lib/platform/money/money.ts";

describe("centsFromEuros", () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [0.1 + 0.2, 30],
    [12, 1_200],
    [12.3, 1_230],
    [15_000, 1_500_000],
    [1e9, 100_000_000_000],
  ])("reads %d euros as %d cents", (euros, cents) => {
    expect(centsFromEuros(euros)).toBe(cents);
  });

  it.each([
    [1.005, 101],
    [1.004_999_999_999, 100],
    [8.575, 858],
    [0.005, 1],
    [0.004_999, 0],
    [1.255, 126],
    [4_503.995, 450_400],
  ])("rounds %d euros to %d cents, by the written decimals", (euros, cents) => {
    expect(centsFromEuros(euros)).toBe(cents);
  });

  it.each([1e-7, 4.9e-3, 5e-324, -0, -0.001])("rounds %d euros to 0 without sign, exponents and minus signs included", (euros) => {
    expect(Object.is(centsFromEuros(euros), 0)).toBe(true);
  });

  it.each([NaN, Infinity, -Infinity, 1e21, 1e15, Number.MAX_VALUE])("refuses %d, which is no valid amount", (euros) => {
    expect(() => centsFromEuros(euros)).toThrow(RangeError);
  });

  it("agrees with long division of the decimal text, up to nine decimals", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: 1, max: 9 }),
        (whole, fraction, places) => {
          const decimals = String(fraction).padStart(9, "0").slice(0, places);
          const scaled = BigInt(`${whole}${decimals.padEnd(9, "0")}`);
          expect(centsFromEuros(Number(`${whole}.${decimals}`))).toBe(Number((scaled + 5_000_000n) / 10_000_000n));
        },
      ),
    );
  });
});

describe("eurosFromCents", () => {
  const cents = fc.integer({ min: 0, max: 1e14 });

  it("converts back to the same cents", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(centsFromEuros(eurosFromCents(amount))).toBe(amount);
      }),
    );
  });

  it("has at most two decimals in JSON", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(JSON.stringify(eurosFromCents(amount))).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
    );
  });
});
