import { expect, test } from "vitest";
import { startOfDay } from "#lib/support/rules/start-of-day.ts";

test.each([
  ["2027-01-31", "UTC", 0, "2027-01-31T00:00:00.000Z"],
  ["2027-01-31", "Europe/Paris", 0, "2027-01-30T23:00:00.000Z"],
  ["2027-07-14", "Europe/Paris", 0, "2027-07-13T22:00:00.000Z"],
  ["2027-01-31", "Europe/Paris", 1, "2027-01-31T23:00:00.000Z"],
  // Clocks go forward on 28 March and back on 31 October 2027.
  ["2027-03-28", "Europe/Paris", 0, "2027-03-27T23:00:00.000Z"],
  ["2027-03-28", "Europe/Paris", 1, "2027-03-28T22:00:00.000Z"],
  ["2027-10-31", "Europe/Paris", 1, "2027-10-31T23:00:00.000Z"],
  ["2027-01-31", "America/New_York", 0, "2027-01-31T05:00:00.000Z"],
  ["2027-01-31", "Asia/Kolkata", 0, "2027-01-30T18:30:00.000Z"],
  ["2027-01-31", "Indian/Reunion", 0, "2027-01-30T20:00:00.000Z"],
])("%s in %s, %i days later, begins at %s", (day, timeZone, daysLater, expected) => {
  expect(startOfDay(day, timeZone, daysLater).toISOString()).toBe(expected);
});
