import { expect, test } from "vitest";
import { firstCharacters, hasAtMost } from "#lib/platform/text/characters.ts";

test.each([
  ["", 0, true],
  ["a", 0, false],
  ["aaa", 3, true],
  ["aaaa", 3, false],
  ["😀😀😀", 3, true],
  ["😀😀a😀", 3, false],
  ["a😀é", 3, true],
  ["a".repeat(7), 3, false],
])("%j has at most %i characters: %s", (text, most, expected) => {
  expect(hasAtMost(most, text)).toBe(expected);
});

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc"],
  ["ab😀d", 3, "ab😀"],
  ["😀😀😀😀", 3, "😀😀😀"],
  ["", 3, ""],
])("the text %j cut to %i characters is %j", (text, count, expected) => {
  expect(firstCharacters(count, text)).toBe(expected);
});
