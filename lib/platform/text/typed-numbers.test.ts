import fc from "fast-check";
import { expect, test } from "vitest";
import { readAmount, readCount } from "#lib/platform/text/typed-numbers.ts";

const max = 5_000_000;
const [noBreak, narrow, thin] = ["\u00A0", "\u202F", "\u2009"];

test.each([
  // English
  ["245.50", 24_550],
  ["245.5", 24_550],
  ["0.5", 50],
  ["0.01", 1],
  [".50", 50],
  ["1,245.50", 124_550],
  ["12,245.50", 1_224_550],
  ["€245.50", 24_550],
  ["€ 245.50", 24_550],
  ["€1,245.50", 124_550],
  ["EUR 245.50", 24_550],
  ["50,000.00", max],
  // French
  ["245,50", 24_550],
  ["245,5", 24_550],
  ["0,5", 50],
  ["0,50", 50],
  [",50", 50],
  ["1 245,50", 124_550],
  [`1${noBreak}245,50`, 124_550],
  [`1${narrow}245,50`, 124_550],
  [`1${thin}245,50`, 124_550],
  ["1.245,50", 124_550],
  ["12.245,50", 1_224_550],
  ["245,50 €", 24_550],
  ["245,50€", 24_550],
  [`1${narrow}245,50${noBreak}€`, 124_550],
  ["245,50 eur", 24_550],
  ["245,50 euros", 24_550],
  ["50 000,00 €", max],
  // Either
  ["1245", 124_500],
  ["1 245", 124_500],
  [`1${noBreak}245`, 124_500],
  ["1 245.50", 124_550],
  ["  245,50  ", 24_550],
  ["245,00", 24_500],
  ["007", 700],
  ["50000", max],
])("%j is read as %d cents", (typed, cents) => {
  expect(readAmount(typed, max)).toEqual({ cents });
});

test.each([
  ["1,245", { whole: "1245", units: "1", decimals: "24" }],
  ["1.245", { whole: "1245", units: "1", decimals: "24" }],
  ["€1,245", { whole: "1245", units: "1", decimals: "24" }],
  ["245,500", { whole: "245500", units: "245", decimals: "50" }],
  ["12.000 €", { whole: "12000", units: "12", decimals: "00" }],
])("%j is ambiguous and refused", (typed, both) => {
  expect(readAmount(typed, max)).toEqual({ error: "ambiguous", ...both });
});

test.each([
  ["", "missing"],
  ["   ", "missing"],
  ["-245,50", "negative"],
  ["−245.50", "negative"],
  ["-€245.50", "negative"],
  ["€ -245.50", "negative"],
  ["245,50-", "negative"],
  ["-0,5 €", "negative"],
  ["0", "zero"],
  ["0,00", "zero"],
  ["0.00 €", "zero"],
  ["120.055", "ambiguous"],
  ["0,245", "decimals"],
  ["1245,678", "decimals"],
  ["1 245,500", "decimals"],
  ["1,245.500", "decimals"],
  ["245,5000", "decimals"],
  ["50000,01", "tooLarge"],
  ["50,000.01", "tooLarge"],
  ["1,245,000", "tooLarge"],
  ["1.245.000,00", "tooLarge"],
  ["9".repeat(400), "tooLarge"],
  ["abc", "unreadable"],
  ["€", "unreadable"],
  ["245,50 $", "unreadable"],
  ["245,50 € 1", "unreadable"],
  ["245€50", "unreadable"],
  ["12O", "unreadable"],
  ["1e3", "unreadable"],
  ["0x10", "unreadable"],
  ["Infinity", "unreadable"],
  ["NaN", "unreadable"],
  ["+245,50", "unreadable"],
  ["245,", "unreadable"],
  ["245.", "unreadable"],
  [",", "unreadable"],
  ["1 24", "unreadable"],
  ["1 2 3", "unreadable"],
  ["12,45,50", "unreadable"],
  ["1,245,50", "unreadable"],
  ["1.245.50", "unreadable"],
  ["1,245 50", "unreadable"],
  ["1,245.000,50", "unreadable"],
  ["1'245.50", "unreadable"],
  ["245,50,", "unreadable"],
  ["245 ,50", "unreadable"],
  ["245, 50", "unreadable"],
  ["٢٤٥", "unreadable"],
  ["--5", "unreadable"],
])("%j is refused: %s", (typed, error) => {
  expect(readAmount(typed, max)).toMatchObject({ error });
});

// rules/settlements.md#pay-6
test("an amount is read to the cent in either language's notation, and never as another amount", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max }), (cents) => {
      for (const language of ["en-GB", "fr-FR"]) {
        const written = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(cents / 100);
        expect(readAmount(written, max)).toEqual({ cents });
      }
    }),
  );
});

test("any typed amount is a whole number of cents within the limits, or is refused", () => {
  const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("1", "2", "0", ",", ".", " ", "-", "€", noBreak) }));
  fc.assert(
    fc.property(typed, (text) => {
      const read = readAmount(text, max);
      if ("cents" in read) expect(Number.isInteger(read.cents) && read.cents >= 1 && read.cents <= max).toBe(true);
      else expect(read.error).toBeTypeOf("string");
    }),
  );
});

test.each([
  ["600", 600],
  ["0", 0],
  ["1000", 1000],
  ["1 000", 1000],
  [`1${narrow}000`, 1000],
  ["1,000", 1000],
  ["1.000", 1000],
  [" 50 000 ", 50_000],
])("%j is read as the count %d", (typed, count) => {
  expect(readCount(typed)).toBe(count);
});

test.each(["", "1,5", "1.5", "1 00", "-1", "ten", "1e3", "1000,00"])("%j is refused as a count", (typed) => {
  expect(readCount(typed)).toBeUndefined();
});
