import { expect, test } from "vitest";
import { patternBeginningWith, patternContaining } from "#lib/db/like.ts";

test.each([
  ["velo", "%velo%", "velo%"],
  ["100%", String.raw`%100\%%`, String.raw`100\%%`],
  ["a_b", String.raw`%a\_b%`, String.raw`a\_b%`],
  ["\\%", String.raw`%\\\%%`, String.raw`\\\%%`],
  ["", "%%", "%"],
])("a search for %j finds these very characters", (text, containing, beginning) => {
  expect([patternContaining(text), patternBeginningWith(text)]).toEqual([containing, beginning]);
});
