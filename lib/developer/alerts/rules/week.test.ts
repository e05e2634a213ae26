import { expect, test } from "vitest";
import { isDigestDue, weekOf } from "#lib/developer/alerts/rules/week.ts";

test.each([
  ["a Wednesday", "2027-02-03T12:00:00Z", "2027-02-01", "2027-01-31T23:00:00.000Z", "2027-02-07T23:00:00.000Z", "2027-02-01T07:00:00.000Z"],
  [
    "Sunday's last second",
    "2027-02-07T22:59:59Z",
    "2027-02-01",
    "2027-01-31T23:00:00.000Z",
    "2027-02-07T23:00:00.000Z",
    "2027-02-01T07:00:00.000Z",
  ],
  [
    "Monday's first, in the zone",
    "2027-02-07T23:00:00Z",
    "2027-02-08",
    "2027-02-07T23:00:00.000Z",
    "2027-02-14T23:00:00.000Z",
    "2027-02-08T07:00:00.000Z",
  ],
  [
    "the week in which summer time begins",
    "2027-03-28T12:00:00Z",
    "2027-03-22",
    "2027-03-21T23:00:00.000Z",
    "2027-03-28T22:00:00.000Z",
    "2027-03-22T07:00:00.000Z",
  ],
  [
    "the week over the end of a year",
    "2028-01-01T12:00:00Z",
    "2027-12-27",
    "2027-12-26T23:00:00.000Z",
    "2028-01-02T23:00:00.000Z",
    "2027-12-27T07:00:00.000Z",
  ],
])("%s", (_name, now, name, from, until, digestAt) => {
  const week = weekOf(new Date(now), "Europe/Paris");
  expect(JSON.parse(JSON.stringify(week))).toEqual({ name, from, until, digestAt });
});

test.each([
  ["before 8:00 on Monday", "2027-01-01T00:00:00Z", "2027-02-01T06:59:59Z", false],
  ["at 8:00", "2027-01-01T00:00:00Z", "2027-02-01T07:00:00Z", true],
  ["hours later, after an outage", "2027-01-01T00:00:00Z", "2027-02-01T23:00:00Z", true],
  ["the day after", "2027-01-01T00:00:00Z", "2027-02-02T07:00:00Z", false],
  ["for a rule that is younger", "2027-02-01T07:00:01Z", "2027-02-01T09:00:00Z", false],
])("the digest is due %s: %s", (_name, createdAt, now, isDue) => {
  const at = new Date(now);
  expect(isDigestDue(weekOf(at, "Europe/Paris"), new Date(createdAt), at)).toBe(isDue);
});
