import { expect, test } from "vitest";
import { withBefore } from "#lib/account/audit/record.ts";

// rules/authority.md#audit-4
test("a change says what each setting was and is, and keeps no earlier value of a personal field", () => {
  const earlier = { enabled: true, eventTypes: ["a"], threshold: 5 };
  expect(withBefore({ enabled: false, eventTypes: ["a"], threshold: undefined, name: "Ada" }, earlier)).toEqual({
    enabled: false,
    eventTypes: ["a"],
    name: "Ada",
    before: { enabled: true },
  });
  expect(withBefore({ threshold: 5 }, earlier)).toEqual({ threshold: 5 });
});
