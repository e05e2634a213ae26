import { describe, expect, test } from "vitest";
import { shiftExampleToToday } from "#components/docs/try-it.tsx";

describe("an example shown today", () => {
  test("has its dates moved as far as tomorrow is from 1 January 2027, and nothing else changed", () => {
    const example = { name: "one", body: { start_date: "2027-01-10T08:00:00Z", name: "2027", nested: ["2027-04-10T08:00:00+01:00"] } };
    expect(shiftExampleToToday(example, new Date("2030-05-05T10:00:00.000Z"))).toEqual({
      name: "one",
      body: { start_date: "2030-05-16T08:00:00.000Z", name: "2027", nested: ["2030-08-14T07:00:00.000Z"] },
    });
  });
});
