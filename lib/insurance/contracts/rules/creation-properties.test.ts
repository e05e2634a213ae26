import fc from "fast-check";
import { expect, test } from "vitest";
import { features } from "#db/schema/enums.ts";
import { options, productTypeNames, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import { createContractBody } from "#lib/insurance/contracts/requests.ts";
import {
  sampleBodies,
  sampleCompany,
  sampleFacts,
  sampleIndividual,
  sampleInline,
  sampleProduct,
} from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { decideCreation } from "#lib/insurance/contracts/rules/creation.ts";
import type { NewContract } from "#lib/insurance/contracts/rules/creation.ts";
import { company, contractProductData, individual } from "#lib/insurance/contracts/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

const inherited = fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "length");

/** Any JSON value that a parser can produce, with keys such as `__proto__` and numbers beyond the range of JSON. */
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.jsonValue() },
  { weight: 2, arbitrary: fc.tuple(inherited, fc.json()).map(([name, json]): unknown => JSON.parse(`{"${name}": ${json}}`)) },
  {
    weight: 2,
    arbitrary: fc.oneof(inherited, fc.constantFrom<unknown>("", " ", Infinity, -Infinity, 1e-9, "x".repeat(501), "7".repeat(129))),
  },
);

/** The object with one field set to any value, or removed. */
function spoilt(sent: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc.tuple(fc.constantFrom(...Object.keys(sent), "__proto__"), fc.option(anyJson, { nil: undefined })).map(([field, value]) => {
    const rest = Object.entries(sent).filter(([name]) => name !== field);
    return Object.fromEntries(value === undefined ? rest : [...rest, [field, value]]);
  });
}
const maybeSpoilt = (sent: Record<string, unknown>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(sent) }, { weight: 1, arbitrary: spoilt(sent) });

const anyData = maybeSpoilt({ ...sampleProduct.data, internal_id: "fleet-1", colour: "red", size: 54 });
const anyInline = fc
  .constantFrom("bike" as const, ...productTypeNames)
  .chain((product_type) =>
    fc.record({ product_type: fc.constant(product_type), product_subtype: fc.constantFrom(...productTypes[product_type]) }),
  )
  .chain((typed) => maybeSpoilt({ ...sampleInline, ...typed }));
const anyReference = fc
  .constantFrom("prod_bike", "bike-uid", "prod_camera", "prod_tent")
  .chain((product_id) => maybeSpoilt({ product_id, data: sampleProduct.data }));
const anyProduct = fc
  .tuple(fc.oneof(anyInline, anyReference), fc.option(anyData, { nil: undefined }))
  .map(([product, data]) => (data === undefined ? product : { ...product, data }));

const anyFields = fc.record(
  {
    more: fc.subarray([...options], { maxLength: 2 }),
    products: fc.array(anyProduct, { minLength: 1, maxLength: 3 }),
    company: fc.oneof(maybeSpoilt(sampleCompany), spoilt({ ...sampleCompany, nickname: "x" }), fc.constant(null)),
    individual: fc.oneof(maybeSpoilt(sampleIndividual), spoilt({ ...sampleIndividual, nickname: "x" }), fc.constant(null)),
    test: fc.option(fc.boolean()),
  },
  { requiredKeys: [] },
);
const anyBody: fc.Arbitrary<unknown> = fc
  .tuple(fc.constantFrom(...Object.values(sampleBodies)), anyFields)
  .map(([base, { more = [], ...fields }]) => ({ ...base, ...fields, options: [...base.options, ...more] }))
  .chain((body) => maybeSpoilt(body));

const anyFacts = fc.record({ preview: fc.boolean(), features: fc.subarray([...features]) }).map(sampleFacts);

/** The contract, or undefined for an ApiError; other errors propagate. */
function decide(body: unknown, facts: ReturnType<typeof sampleFacts>): NewContract | undefined {
  try {
    return decideCreation(body, facts);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

test("any JSON value gets a decision or an ApiError, and no other error", () => {
  fc.assert(
    fc.property(fc.oneof(anyJson, anyBody), anyFacts, (body, facts) => void decide(body, facts)),
    { numRuns: 1500 },
  );
});

/** Null is accepted for optional fields but not published. */
function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, inner: unknown) => (inner === null ? undefined : inner)));
}

test("an accepted body has the published shape, and so does what is stored of it", () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyBody, anyFacts, (body, facts) => {
      const decided = decide(body, facts);
      if (decided === undefined) return;
      accepted += 1;
      expect(createContractBody.safeParse(withoutNulls(body)).error).toBeUndefined();
      expect(company.nullable().parse(decided.company)).toEqual(decided.company);
      expect(individual.nullable().parse(decided.individual)).toEqual(decided.individual);
      for (const { data } of decided.products) expect(contractProductData.parse(data)).toEqual(data);
      expect(JSON.parse(JSON.stringify(decided.products))).toEqual(decided.products);
    }),
    { seed: 11, numRuns: 2500 },
  );
  expect(accepted).toBeGreaterThan(250);
});

test("a decision does not change the body, and is the same for the same body", () => {
  fc.assert(
    fc.property(anyBody, anyFacts, (body, facts) => {
      const before = JSON.stringify(body);
      expect(decide(body, facts)).toEqual(decide(body, facts));
      expect(JSON.stringify(body)).toBe(before);
    }),
    { numRuns: 300 },
  );
});
