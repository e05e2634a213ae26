import fc from "fast-check";
import { expect, test } from "vitest";
import { markInstants, reviveInstants } from "#lib/platform/time/dates.ts";

const overTheWire = (value: unknown) => reviveInstants(JSON.parse(JSON.stringify(markInstants(value))));

test("an answer arrives as it was sent, with its instants", () => {
  const answer = { rows: [{ at: new Date("2027-01-31T09:00:00.000Z"), until: null, name: "Ada" }], count: 1 };
  expect(overTheWire(answer)).toEqual(answer);
});

test.each(["2027-01-31T09:00:00.000Z", "@2027-01-31T09:00:00.000Z", "@@2027-01-31T09:00:00.000Z", "@", "@ada", ""])(
  "the text %j stays a text",
  (text) => {
    expect(overTheWire({ text, texts: [text] })).toEqual({ text, texts: [text] });
  },
);

test("no value of JSON changes on the way", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(overTheWire(value)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("a field named __proto__ stays a field", () => {
  const answer: unknown = JSON.parse('{"__proto__": {"at": "@"}}');
  expect(JSON.stringify(overTheWire(answer))).toBe(JSON.stringify(answer));
});
