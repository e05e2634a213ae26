import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJsonTokens } from "#components/kit/code/json-view.tsx";

const render = (text: string) =>
  readJsonTokens(text)
    .map((token) => token.text)
    .join("");

describe("JSON formatted for reading", () => {
  test("is indented", () => {
    const value = { a: [1, { b: null }], "c:d": "x, {y}", empty: {}, none: [] };
    expect(render(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2).replaceAll("{}", "{}"));
  });

  test("parses to the same value", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()), (value) => {
        expect(JSON.parse(render(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("keeps numbers as they were written", () => {
    expect(render('{"a":1.00,"b":12345678901234567890}')).toBe('{\n  "a": 1.00,\n  "b": 12345678901234567890\n}');
  });

  test("loses only whitespace if it was cut off", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(200), (value, length) => {
        const text = JSON.stringify(value);
        const cut = text.slice(0, Math.max(1, length % text.length));
        const squeeze = (some: string) => some.replaceAll(/\s/g, "");
        expect(squeeze(render(cut))).toBe(squeeze(cut));
      }),
    );
  });

  test.each(["<script>alert(1)</script>", "plain words", ""])("stays unchanged if it is invalid: %s", (text) => {
    expect(render(text)).toBe(text);
  });

  test("distinguishes names from values", () => {
    expect(readJsonTokens('{"a":"a","b":-1e3,"c":true,"d":nil}').filter(({ kind }) => !["punctuation", "space"].includes(kind))).toEqual([
      { kind: "key", text: '"a"' },
      { kind: "string", text: '"a"' },
      { kind: "key", text: '"b"' },
      { kind: "number", text: "-1e3" },
      { kind: "key", text: '"c"' },
      { kind: "literal", text: "true" },
      { kind: "key", text: '"d"' },
      { kind: "text", text: "nil" },
    ]);
  });
});
