import { expect, test } from "vitest";
import { isBrandColor } from "#lib/account/worlds/brand.ts";

test.each([
  ["#000000", true],
  ["#767676", true],
  // The lightest grey with 4.5:1 is the one above.
  ["#777777", false],
  ["#b00020", true],
  ["#ffd500", false],
  ["#B00020", false],
  ["red", false],
  ["#fff", false],
  ["#000000;}body{display:none", false],
])("white text is readable on %s: %s", (color, readable) => expect(isBrandColor(color)).toBe(readable));
