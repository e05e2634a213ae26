import { expect, test } from "vitest";
import { endOfQuietHours, minutesOf, timeOf } from "#lib/developer/alerts/rules/quiet-hours.ts";

const night = { from: minutesOf("22:00"), until: minutesOf("07:00") };
const noon = { from: minutesOf("12:00"), until: minutesOf("13:30") };
const early = { from: minutesOf("01:00"), until: minutesOf("02:30") };

test.each([
  ["before the night", night, "Europe/Paris", "2027-01-15T20:59:59Z", undefined],
  ["at its first minute", night, "Europe/Paris", "2027-01-15T21:00:00Z", "2027-01-16T06:00:00.000Z"],
  ["after midnight", night, "Europe/Paris", "2027-01-16T01:12:34Z", "2027-01-16T06:00:00.000Z"],
  ["at its end", night, "Europe/Paris", "2027-01-16T06:00:00Z", undefined],
  ["on the last day of a year", night, "UTC", "2027-12-31T23:30:00Z", "2028-01-01T07:00:00.000Z"],
  ["within a day", noon, "Europe/Paris", "2027-07-15T10:30:00Z", "2027-07-15T11:30:00.000Z"],
  ["after them", noon, "Europe/Paris", "2027-07-15T11:30:00Z", undefined],
  ["a day ahead of UTC", night, "Pacific/Auckland", "2027-07-15T10:00:00Z", "2027-07-15T19:00:00.000Z"],
  ["a zone with half hours", night, "Asia/Kolkata", "2027-07-15T16:30:00Z", "2027-07-16T01:30:00.000Z"],
  ["the night in which summer time begins, an hour shorter", night, "Europe/Paris", "2027-03-27T21:00:00Z", "2027-03-28T05:00:00.000Z"],
  ["the night in which it ends, an hour longer", night, "Europe/Paris", "2027-10-30T20:00:00Z", "2027-10-31T06:00:00.000Z"],
  ["an end that is skipped counts as without the change", early, "Europe/Paris", "2027-03-28T00:30:00Z", "2027-03-28T01:30:00.000Z"],
  ["an end that comes twice, in the first pass", early, "Europe/Paris", "2027-10-31T00:10:00Z", "2027-10-31T00:30:00.000Z"],
  ["an end that comes twice, in the second pass", early, "Europe/Paris", "2027-10-31T01:10:00Z", "2027-10-31T01:30:00.000Z"],
])("%s", (_name, hours, timeZone, now, end) => {
  expect(endOfQuietHours({ ...hours, timeZone }, new Date(now))?.toISOString()).toBe(end);
});

test.each(["2027-03-27T12:00:00Z", "2027-10-30T12:00:00Z"])(
  "around the change of clocks after %s, the end is always ahead and never far",
  (start) => {
    const wrong: string[] = [];
    for (let minutes = 0; minutes < 24 * 60; minutes += 10) {
      const now = new Date(Date.parse(start) + minutes * 60_000);
      for (const hours of [night, noon, early]) {
        const end = endOfQuietHours({ ...hours, timeZone: "Europe/Paris" }, now);
        if (end !== undefined && (end <= now || end.getTime() - now.getTime() > 10 * 3_600_000)) wrong.push(now.toISOString());
      }
    }
    expect(wrong).toEqual([]);
  },
);

test("times are written as on a clock", () => {
  expect([0, 5, 605, 1439].map(timeOf)).toEqual(["00:00", "00:05", "10:05", "23:59"]);
  expect(["00:00", "00:05", "10:05", "23:59"].map(minutesOf)).toEqual([0, 5, 605, 1439]);
});
