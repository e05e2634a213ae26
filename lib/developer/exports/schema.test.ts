import { expect, test } from "vitest";
import { exportBody } from "#lib/developer/exports/schema.ts";

test.each([
  [0, true],
  [20, true],
  [21, false],
  [10_000, false],
])("an export with %i filters is accepted: %s", (count, isTaken) => {
  const filters = Object.fromEntries(Array.from({ length: count }, (_none, index) => [`filter ${index}`, "a"]));
  expect(exportBody.safeParse({ filters }).success).toBe(isTaken);
});
