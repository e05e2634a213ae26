import { expect, test } from "vitest";
import { quote } from "#lib/platform/wire/fields.ts";

test.each([
  ["bike", '"bike"'],
  ["x".repeat(61), `"${"x".repeat(60)}…"`],
  [`${"x".repeat(59)}😀😀`, `"${"x".repeat(59)}😀…"`],
  ["😀".repeat(60), `"${"😀".repeat(60)}"`],
  [7, "7"],
  [["a"], "an array"],
  [{}, "an object"],
])("%j is quoted as %s, cut between whole characters", (sent, quoted) => {
  expect(quote(sent)).toBe(quoted);
});
