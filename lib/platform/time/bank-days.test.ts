import { expect, test } from "vitest";
import { bankDayFrom, isBankDay, lastBankDay } from "#lib/platform/time/bank-days.ts";

test.each([
  ["a Friday", "2027-01-29", true],
  ["a Saturday", "2027-01-30", false],
  ["a Sunday", "2027-01-31", false],
  ["New Year", "2027-01-01", false],
  ["Good Friday", "2027-03-26", false],
  ["Easter Monday", "2027-03-29", false],
  ["Easter Monday of another year", "2030-04-22", false],
  ["the day after it", "2030-04-23", true],
  ["1 May", "2028-05-01", false],
  ["8 May, a French holiday on which banks transfer", "2028-05-08", true],
  ["26 December", "2028-12-26", false],
])("%s", (_name, date, isOne) => {
  expect(isBankDay(date)).toBe(isOne);
});

// rules/settlements.md#bank-3
test("the first bank day after Maundy Thursday is the Tuesday after Easter", () => {
  expect(bankDayFrom("2027-03-25")).toBe("2027-03-25");
  expect(bankDayFrom("2027-03-26")).toBe("2027-03-30");
});

// rules/settlements.md#bank-10
test("the last bank day of a period is in it, and a weekend has none", () => {
  expect(lastBankDay("2027-01-04", "2027-01-10")).toBe("2027-01-08");
  expect(lastBankDay("2027-01-08", "2027-01-08")).toBe("2027-01-08");
  expect(lastBankDay("2027-01-09", "2027-01-10")).toBeNull();
});
