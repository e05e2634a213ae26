import { expect, test } from "vitest";
import { patternBeginningWith } from "#lib/platform/lists/folded.ts";

test.each([
  ["velo", "velo%"],
  ["100%", String.raw`100\%%`],
  ["a_b", String.raw`a\_b%`],
  ["\\%", String.raw`\\\%%`],
  ["", "%"],
])("a search for %j finds exactly these characters", (text, beginning) => {
  expect(patternBeginningWith(text)).toBe(beginning);
});
