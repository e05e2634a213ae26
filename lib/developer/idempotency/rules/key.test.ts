import { describe, expect, test } from "vitest";
import { readIdempotencyKey } from "#lib/developer/idempotency/rules/key.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

describe("an Idempotency-Key", () => {
  test.each([
    ["by itself", "8e03978e-40d5-43dd-bc93-6894a57f9324", "8e03978e-40d5-43dd-bc93-6894a57f9324"],
    ["quoted", '"8e03978e"', "8e03978e"],
    ["of one character", "a", "a"],
    ["with quotes inside", String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ["of the longest length", "k".repeat(255), "k".repeat(255)],
    ["of the longest length, quoted", `"${"k".repeat(255)}"`, "k".repeat(255)],
    ["of every visible character", "!#$%&'()*+,-./:;<=>?@[]^_`{|}~", "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"],
  ])("%s is accepted", (_name, header, key) => {
    expect(readIdempotencyKey(header)).toBe(key);
  });

  // rules/idempotency.md#keys-1
  test.each([
    ["that is empty", ""],
    ["that is empty and quoted", '""'],
    ["that is too long", "k".repeat(256)],
    ["that is too long and quoted", `"${"k".repeat(256)}"`],
    ["sent twice", "a, b"],
    ["with a space", "a b"],
    ["with a letter that is not ASCII", "clé"],
    ["with a control character", "a\tb"],
    ["whose quotes do not end", '"abc'],
    ["with something after its quotes", '"abc"d'],
    ["with a broken escape", String.raw`"a\b"`],
  ])("%s is refused", (_name, header) => {
    expect(() => readIdempotencyKey(header)).toThrow(ApiError);
  });
});
