import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideOutcome } from "#lib/delivery/deliveries/rules/retries.ts";

const endedAt = new Date("2027-03-01T09:00:00.123Z");

describe("a failed attempt", () => {
  // rules/deliveries.md#attempts-1
  test.each([
    [1, "2027-03-01T09:01:00.123Z"],
    [2, "2027-03-01T09:05:00.123Z"],
    [3, "2027-03-01T09:30:00.123Z"],
  ])("number %i of its cycle is followed by one at %s", (cycleAttempt, next) => {
    expect(decideOutcome({ cycleAttempt, succeeded: false, endedAt })).toEqual({
      status: "retrying",
      nextAttemptAt: new Date(next),
      cycleAttempt: cycleAttempt + 1,
    });
  });

  test("after the third retry is the last of its cycle", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 1000 }), (cycleAttempt) => {
        expect(decideOutcome({ cycleAttempt, succeeded: false, endedAt })).toEqual({ status: "failed", nextAttemptAt: null });
      }),
    );
  });
});

test("a success ends the cycle, at any attempt", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (cycleAttempt) => {
      expect(decideOutcome({ cycleAttempt, succeeded: true, endedAt })).toEqual({ status: "succeeded", nextAttemptAt: null });
    }),
  );
});

test.each([
  [1, "2027-03-01T09:01:00.123Z", 2],
  [2, "2027-03-01T09:01:00.123Z", 2],
  [3, "2027-03-01T09:05:00.123Z", 3],
  [4, "2027-03-01T09:30:00.123Z", 4],
])("a manual retry in place of attempt %i uses up no automatic retry", (cycleAttempt, next, after) => {
  expect(decideOutcome({ cycleAttempt, trigger: "manual", succeeded: false, endedAt })).toEqual({
    status: "retrying",
    nextAttemptAt: new Date(next),
    cycleAttempt: after,
  });
});
