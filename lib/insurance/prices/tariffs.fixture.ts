import fc from "fast-check";
import { contractTypes, options, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { Cover } from "#lib/insurance/prices/rules/premium.ts";
import { basisPointsInOne, subtypeKeys } from "#lib/insurance/prices/schema.ts";
import type { TariffRates } from "#lib/insurance/prices/schema.ts";
import { addUtcMonths as addMonths, utc } from "#lib/platform/time/calendar.fixture.ts";

const productTypeNames = Object.keys(productTypes) as ProductType[];
const msPerHour = 3_600_000;

const starts = fc.date({ min: new Date("2020-01-01T00:00:00.000Z"), max: new Date("2060-01-01T00:00:00.000Z"), noInvalidDate: true });

/** Any end, ends on the hour (where days and half days change), and ends after whole months. */
const ends = fc.oneof(
  fc.integer({ min: 1, max: 1_900 * 24 * msPerHour }).map((length) => (start: Date) => new Date(start.getTime() + length)),
  fc
    .oneof(fc.integer({ min: 1, max: 72 }), fc.integer({ min: 1, max: 31 * 24 }))
    .map((hours) => (start: Date) => new Date(start.getTime() + hours * msPerHour)),
  fc.integer({ min: 1, max: 60 }).map((count) => (start: Date) => addMonths(start, count)),
);

const kinds = fc
  .constantFrom(...productTypeNames)
  .chain((productType) =>
    fc.record({ productType: fc.constant(productType), productSubtype: fc.constantFrom(null, ...productTypes[productType]) }),
  );

/** Every possible cover, and some that the option rules refuse. */
export const covers: fc.Arbitrary<Cover> = fc
  .record({
    kind: kinds,
    valueExclCents: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 1_500_000 })),
    startDate: starts,
    end: ends,
    contractType: fc.constantFrom(...contractTypes),
    options: fc.shuffledSubarray([...options]),
  })
  .map(({ kind, end, ...cover }) => ({ ...utc, ...kind, ...cover, endDate: end(cover.startDate) }));

const share = fc.integer({ min: 0, max: basisPointsInOne });
const increase = fc.integer({ min: basisPointsInOne, max: 10 * basisPointsInOne });
const cents = fc.integer({ min: 0, max: 5_000 });

/** Any tariff in which no option makes a cover cheaper. */
export const rates: fc.Arbitrary<TariffRates> = fc.record({
  annualRates: fc.record(
    Object.fromEntries(productTypeNames.map((name) => [name, fc.record({ break: share, theft: share, client_theft: share })])),
  ),
  subtypeRates: fc.dictionary(fc.constantFrom(...subtypeKeys), fc.record({ break: share, theft: share }, { requiredKeys: [] }), {
    maxKeys: 5,
  }),
  termFactors: fc.record({ LCD: increase, LMD: increase, LLD: increase }),
  halfDayHours: fc.integer({ min: 0, max: 24 }),
  extrasPerMonth: fc.record({ ia: cents, rc: cents, assistance_standard: cents, assistance_premium: cents }),
  usageFactors: fc.record({ pro: increase, transporter: increase, sharing: increase, no_deductible: increase }),
  taxRate: share,
  minimum: cents,
});
