import fc from "fast-check";
import { contractTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import { sampleCompany } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { utc } from "#lib/platform/time/calendar.fixture.ts";

const minute = 60_000;
export const hours = (count: number): number => count * 60 * minute;
export const minutes = (count: number): number => count * minute;
export const days = (count: number): number => count * hours(24);

export const now = new Date("2027-03-01T12:00:00.000Z");

export const after = (ms: number): Date => new Date(now.getTime() + ms);
export const before = (ms: number): Date => after(-ms);

/** An open LLD that started a month ago, with one bike. */
export function sampleContract(fields: Partial<Contract> = {}): Contract {
  const startDate = fields.startDate ?? new Date("2027-02-01T12:00:00.000Z");
  const endDate = fields.endDate ?? new Date("2029-02-01T12:00:00.000Z");
  return {
    cid: "01KJ0000000000000000000000",
    uid: "renter-lyon",
    contractType: "LLD",
    status: "open",
    test: false,
    startDate,
    endDate,
    options: ["break", "theft", "home_to_work", "company"],
    company: { ...sampleCompany, city: "PARIS-2EME-ARRONDISSEMENT" },
    individual: null,
    tariffId: "trf_1",
    ...utc,
    terminationPlanned: false,
    endReason: null,
    endedAt: null,
    createdAt: startDate,
    updatedAt: startDate,
    source: null,
    products: [sampleProduct({ startDate, endDate })],
    ...fields,
  };
}

export function sampleProduct(fields: Partial<ContractProduct> & Pick<ContractProduct, "startDate" | "endDate">): ContractProduct {
  return {
    cpid: "cpid_1",
    productId: "prod_1",
    productType: "bike",
    productSubtype: "electric",
    valueExclCents: 120_000,
    status: "open",
    data: { user_name: "Anne Roux", product_marked: "BK-1" },
    priceCents: 15_000,
    replacedBy: null,
    endReason: null,
    ...fields,
  };
}

/** The open entries outside their contract's period, or in a contract that is not open. */
export function strayProducts(contract: Contract): ContractProduct[] {
  return contract.products.filter(
    ({ status, startDate, endDate }) =>
      status === "open" &&
      (contract.status !== "open" || startDate < contract.startDate || endDate > contract.endDate || startDate >= endDate),
  );
}

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

/** Any valid open contract around `now`, whose entries start and end at whole hours or exactly at `now`. */
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
