import fc from "fast-check";
import { expect, test } from "vitest";
import type { Product } from "#lib/insurance/products/product.ts";
import { serializeProduct } from "#lib/insurance/products/product.ts";
import { decideChange, decideCreation } from "#lib/insurance/products/rules/changes.ts";
import { sampleBody, sampleData, sampleFacts, sampleNow, sampleProduct } from "#lib/insurance/products/rules/product.fixture.ts";
import { changeProductBody, createProductBody, product } from "#lib/insurance/products/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

const inherited = fc.constantFrom("__proto__", "constructor", "toString", "length");

/** Any JSON value that a parser can produce, with keys such as `__proto__` and numbers beyond the range of JSON. */
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.jsonValue() },
  { weight: 2, arbitrary: fc.tuple(inherited, fc.json()).map(([name, json]): unknown => JSON.parse(`{"${name}": ${json}}`)) },
  {
    weight: 2,
    arbitrary: fc.oneof(inherited, fc.constantFrom<unknown>("", " ", Infinity, -Infinity, 1e-9, 0.005, "x".repeat(129), "x".repeat(9000))),
  },
  { weight: 2, arbitrary: fc.double({ min: 0, max: 16_000, noNaN: true }) },
);

/** The object with some fields replaced, removed or added. */
function spoilt(sent: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(sent).map(([name, value]) =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constant([[name, value]]) },
      { weight: 1, arbitrary: anyJson.map((other) => [[name, other]]) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
  );
  const more = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(fc.string(), anyJson).map((field) => [field]) },
  );
  return fc.tuple(...fields, more).map((parts) => Object.fromEntries(parts.flat() as [string, unknown][]));
}

const anyBody: fc.Arbitrary<unknown> = spoilt(sampleData).chain((data) => spoilt({ ...sampleBody, data }));

/** The decision, or undefined for an ApiError; other errors propagate. */
function tryTo<Decided>(decide: () => Decided): Decided | undefined {
  try {
    return decide();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Expects a valid answer, and an unchanged product after storage. */
function expectAnswerable(decided: Product): void {
  const answer = serializeProduct(decided);
  expect(product.parse(answer)).toEqual(answer);
  expect(JSON.parse(JSON.stringify(decided.data))).toEqual(decided.data);
  expect(Number.isSafeInteger(decided.valueExclCents) && decided.valueExclCents > 0).toBe(true);
}

test("any JSON value gets a decision or an ApiError, and no other error", () => {
  fc.assert(
    fc.property(fc.oneof(anyJson, anyBody), (body) => {
      tryTo(() => decideCreation(body, sampleFacts));
      tryTo(() => decideChange(body, sampleProduct, sampleNow));
    }),
    { numRuns: 2000 },
  );
});

test("an accepted product has the published shape, in the request and in the answer", () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyBody, (body) => {
      const decided = tryTo(() => decideCreation(body, sampleFacts));
      if (decided === undefined) return;
      accepted += 1;
      // Null is accepted for optional fields but not published.
      const sent = Object.fromEntries(Object.entries(body as object).filter(([, value]) => value !== null));
      expect(createProductBody.safeParse(sent).error).toBeUndefined();
      expectAnswerable({ productId: "prod_new", ...decided });
    }),
    { seed: 7, numRuns: 1500 },
  );
  expect(accepted).toBeGreaterThan(300);
});

test("an accepted change has the published shape, and leaves the identifiers unchanged", () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyBody, (body) => {
      const decided = tryTo(() => decideChange(body, sampleProduct, sampleNow));
      if (decided === undefined) return;
      accepted += 1;
      expect(changeProductBody.safeParse(body).error).toBeUndefined();
      const { productId, uid, productType, data } = decided;
      expect({ productId, uid, productType, subtype: data.product_subtype }).toEqual({
        productId: sampleProduct.productId,
        uid: "bike-0042",
        productType: "bike",
        subtype: "electric",
      });
      expectAnswerable(decided);
    }),
    { seed: 7, numRuns: 1500 },
  );
  expect(accepted).toBeGreaterThan(300);
});
