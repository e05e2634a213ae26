import { expect, test } from "vitest";
import { nextAttemptAt } from "#lib/delivery/notices/rules/schedule.ts";

const createdAt = new Date("2027-03-10T10:00:00.000Z");
const after = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);

// rules/notices.md#send-3
test.each([
  [1, 0, 1],
  [2, 1, 6],
  [3, 6, 36],
  [4, 36, 96],
  [20, 1_000, 1_060],
  [50, 2_820, 2_880],
])("a notice is sent again after failed attempt %d at minute %d: at minute %d", (attempts, failed, next) => {
  expect(nextAttemptAt(attempts, { createdAt, failedAt: after(failed) })).toEqual(after(next));
});

test("a notice that could not be sent for two days has failed", () => {
  expect(nextAttemptAt(50, { createdAt, failedAt: after(2_821) })).toBeNull();
});
