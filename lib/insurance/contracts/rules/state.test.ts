import { describe, expect, test } from "vitest";
import { isBackdated } from "#lib/insurance/catalogue/period.ts";
import { hasStarted, isCancellable, isCorrectable } from "#lib/insurance/contracts/rules/amend-period.ts";
import { after, before, hours, minutes, now } from "#lib/insurance/contracts/rules/amend.fixture.ts";

// rules/calendar.md#windows-1, #windows-2
describe("the time windows end to the millisecond:", () => {
  test.each([
    ["a contract has started at its start", hasStarted(now, now), true],
    ["and not a millisecond before", hasStarted(after(1), now), false],
    ["a start 30 minutes back is not backdated", isBackdated(before(minutes(30)), now), false],
    ["one a millisecond further back is", isBackdated(before(minutes(30) + 1), now), true],
    ["4 hours after the start it can still be cancelled", isCancellable(before(hours(4)), now), true],
    ["a millisecond later it cannot", isCancellable(before(hours(4) + 1), now), false],
    ["before the start it can", isCancellable(after(hours(1)), now), true],
    ["a millisecond short of 2 hours after its closing it can be corrected", isCorrectable(before(hours(2) - 1), now), true],
    ["at 2 hours it cannot", isCorrectable(before(hours(2)), now), false],
  ])("%s", (_guarantee, answer, expected) => expect(answer).toBe(expected));
});
