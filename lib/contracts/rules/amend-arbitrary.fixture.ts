import fc from "fast-check";
import { contractTypes } from "#lib/catalogue.ts";
import type { Contract } from "#lib/contracts/contract.ts";
import { after, hours, sampleContract, sampleProduct } from "#lib/contracts/rules/amend.fixture.ts";

/** Any JSON value, the keys that objects inherit among its keys. */
export const anyJson = fc.oneof(
  fc.jsonValue(),
  fc
    .constantFrom('{"__proto__": {"x": 1}}', '{"constructor": 1}', '{"products": {"__proto__": {}, "constructor": {}}}')
    .map((text): unknown => JSON.parse(text)),
);

const anyStatus = fc.oneof(
  { weight: 2, arbitrary: fc.constant("open" as const) },
  fc.constantFrom("closed" as const, "cancel" as const, "terminated" as const),
);
const anyReason = fc.option(fc.constantFrom("sold", "stolen"), { nil: null });

/** Any open contract around `now` that obeys the invariants: its entries lie within it, whole hours apart or exactly at `now`. */
export const anyOpenContract: fc.Arbitrary<Contract> = fc
  .record({
    start: fc.integer({ min: -40, max: 40 }),
    length: fc.integer({ min: 1, max: 60 }),
    planned: fc.boolean(),
    type: fc.constantFrom(...contractTypes),
  })
  .chain(({ start, length, planned, type }) => {
    const startDate = after(hours(start));
    const endDate = after(hours(start + length));
    const product = fc
      .record({ from: fc.nat({ max: length - 1 }), until: fc.nat({ max: length - 1 }), reason: anyReason, status: anyStatus })
      .map(({ from, until, reason, status }) =>
        sampleProduct({
          startDate: after(hours(start + from)),
          endDate: after(hours(start + Math.max(from + 1, length - until))),
          endReason: reason,
          status,
        }),
      );
    return fc.array(product, { minLength: 1, maxLength: 4 }).map((products) =>
      sampleContract({
        contractType: type,
        startDate,
        endDate,
        terminationPlanned: planned,
        endReason: planned ? "planned" : null,
        products: products.map((entry, index) => ({ ...entry, cpid: `cpid_${index}` })),
      }),
    );
  });
