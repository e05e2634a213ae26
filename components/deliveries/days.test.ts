import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayOf, endOfDay, startOfDay } from "#components/deliveries/days.ts";

describe("a day in the viewer's zone", () => {
  test.each([
    ["2027-01-31", "UTC", "2027-01-31T00:00:00.000Z", "2027-02-01T00:00:00.000Z"],
    ["2027-01-31", "Europe/Paris", "2027-01-30T23:00:00.000Z", "2027-01-31T23:00:00.000Z"],
    ["2027-12-31", "Indian/Reunion", "2027-12-30T20:00:00.000Z", "2027-12-31T20:00:00.000Z"],
    ["2027-07-01", "America/Los_Angeles", "2027-07-01T07:00:00.000Z", "2027-07-02T07:00:00.000Z"],
    ["2027-03-28", "Europe/Paris", "2027-03-27T23:00:00.000Z", "2027-03-28T22:00:00.000Z"],
    ["2027-10-31", "Europe/Paris", "2027-10-30T22:00:00.000Z", "2027-10-31T23:00:00.000Z"],
  ])("%s in %s begins at %s and ends at %s", (day, zone, start, end) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start);
    expect(endOfDay(day, zone).toISOString()).toBe(end);
  });

  test("holds every instant that is of it", () => {
    const instants = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(
        instants,
        fc.constantFrom("UTC", "Europe/Paris", "Indian/Reunion", "Asia/Kolkata", "America/New_York"),
        (instant, zone) => {
          const day = dayOf(instant, zone);
          expect(startOfDay(day, zone).getTime()).toBeLessThanOrEqual(instant.getTime());
          expect(endOfDay(day, zone).getTime()).toBeGreaterThan(instant.getTime());
        },
      ),
    );
  });

  test("what is no instant is of no day", () => {
    expect(dayOf(new Date("yesterday"), "UTC")).toBe("");
  });
});
