import { expect, test } from "vitest";
import { compareRequests } from "#lib/developer/calls/rules/compare.ts";

const json = (body: unknown) => ({ query: "", body: JSON.stringify(body) });

test("equal requests have no differences, in whatever order their fields are", () => {
  expect(compareRequests(json({ a: 1, b: { c: [true] } }), json({ b: { c: [true] }, a: 1 }))).toEqual([]);
});

test("a changed, a missing and an additional field are each named by their place", () => {
  const here = json({ uid: "a", products: [{ brand: "Moustache" }], end_date: null });
  const there = json({ uid: "b", products: [{ brand: "Moustache", value_excl: 2400 }], end_date: "2027-03-01" });
  expect(compareRequests(here, there)).toEqual([
    { field: "body.uid", here: '"a"', there: '"b"' },
    { field: "body.end_date", here: "null", there: '"2027-03-01"' },
    { field: "body.products.0.value_excl", here: null, there: "2400" },
  ]);
});

test("parameters of the query are compared, and a body that is no JSON is one field", () => {
  expect(compareRequests({ query: "preview=true&limit=3", body: "{" }, { query: "limit=3", body: null })).toEqual([
    { field: "query.preview", here: '"true"', there: null },
    { field: "body", here: '"{"', there: null },
  ]);
});
