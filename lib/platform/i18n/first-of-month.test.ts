import { expect, test } from "vitest";
import { withFirst } from "#lib/platform/i18n/moments.ts";

const write = (locale: string, day: string, options: Intl.DateTimeFormatOptions) =>
  withFirst(new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(new Date(`${day}T01:01:01Z`)));

// rules/words.md#texts-3
test.each([
  ["2027-01-01", { dateStyle: "long" }, "1er janvier 2027"],
  ["2027-08-01", { dateStyle: "medium" }, "1er août 2027"],
  ["2027-12-01", { day: "numeric", month: "short" }, "1er déc."],
  ["2027-05-01", { weekday: "long", day: "numeric", month: "long" }, "samedi 1er mai"],
  ["2027-01-11", { dateStyle: "long" }, "11 janvier 2027"],
  ["2027-01-21", { dateStyle: "long", timeStyle: "short" }, "21 janvier 2027 à 01:01"],
  ["2027-01-01", { month: "long", year: "numeric" }, "janvier 2027"],
] as const)("a French date of %s is written as one says it", (day, options, expected) => {
  expect(write("fr-FR", day, options)).toBe(expected);
});

test("every month has its first day", () => {
  for (const style of ["long", "short"] as const) {
    for (let month = 1; month <= 12; month += 1) {
      expect(write("fr-FR", `2027-${String(month).padStart(2, "0")}-01`, { day: "numeric", month: style })).toMatch(/^1er \p{L}/u);
    }
  }
});

test("an English date stays as it is", () => {
  for (let month = 1; month <= 12; month += 1) {
    expect(write("en-GB", `2027-${String(month).padStart(2, "0")}-01`, { dateStyle: "long" })).toMatch(/^1 \p{L}/u);
  }
});
