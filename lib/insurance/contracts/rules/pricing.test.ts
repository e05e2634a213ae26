import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contractTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import {
  after,
  anyOpenContract,
  before,
  days,
  hours,
  now,
  sampleContract,
  sampleProduct,
} from "#lib/insurance/contracts/rules/amend.fixture.ts";
import { applyEnding, cancelContract, decideDueEnding, terminateContract } from "#lib/insurance/contracts/rules/ending.ts";
import { priceContract } from "#lib/insurance/contracts/rules/pricing.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { premium } from "#lib/insurance/prices/rules/premium.ts";
import { rates } from "#lib/insurance/prices/tariffs.fixture.ts";
import { addUtcMonths as addMonths, utc } from "#lib/platform/time/calendar.fixture.ts";

const tariff = publicTariff.rates;
/** A tariff in which every price differs. */
const dearer = { ...tariff, taxRate: 5000, minimum: 777 };

const startDate = before(days(30));
const endDate = addMonths(startDate, 3);
const bike = sampleProduct({ startDate, endDate });
const phone = { ...bike, cpid: "cpid_2", productType: "high-tech" as const, valueExclCents: 64_000 };
const lmd = priceContract(
  null,
  sampleContract({ contractType: "LMD", startDate, endDate, options: ["break", "theft"], products: [bike, phone] }),
  tariff,
);
const lcd = priceContract(
  null,
  sampleContract({ contractType: "LCD", startDate: before(days(2)), endDate: after(days(5)), options: ["break", "theft"] }),
  tariff,
);

const pricesOf = ({ products }: Contract) => products.map(({ priceCents }) => priceCents);
const premiumOf = (contract: Contract, product: ContractProduct) =>
  premium(tariff, { ...product, contractType: contract.contractType, options: contract.options, ...utc });
const change = (contract: Contract, changes: Record<string, Partial<ContractProduct>>): Contract => ({
  ...contract,
  products: contract.products.map((product) => ({ ...product, ...changes[product.cpid] })),
});

describe("a new contract", () => {
  test("costs what its tariff gives for each product", () => {
    expect(pricesOf(lmd)).toEqual(lmd.products.map((product) => premiumOf(lmd, product)));
    expect(pricesOf(lmd).every((price) => price > 0)).toBe(true);
  });
});

// rules/prices.md#changes-5
describe("unchanged products keep their price, whatever the current tariff says:", () => {
  test("all of them where nothing changes", () => expect(priceContract(lmd, lmd, dearer)).toEqual(lmd));

  test("the other products when one is added", () => {
    const added = { ...bike, cpid: "cpid_3", startDate: now, priceCents: 0 };
    const priced = priceContract(lmd, { ...lmd, products: [...lmd.products, added] }, tariff);
    expect(pricesOf(priced)).toEqual([...pricesOf(lmd), premiumOf(lmd, added)]);
    expect(pricesOf(priceContract(lmd, { ...lmd, products: [...lmd.products, added] }, dearer)).slice(0, 2)).toEqual(pricesOf(lmd));
  });

  test("the products of a closing contract", () => {
    expect(pricesOf(priceContract(lmd, change(lmd, { cpid_1: { status: "closed" }, cpid_2: { status: "closed" } }), dearer))).toEqual(
      pricesOf(lmd),
    );
  });

  test("the other products when one is cancelled", () => {
    const [, price = 0] = pricesOf(lmd);
    expect(pricesOf(priceContract(lmd, change(lmd, { cpid_1: { status: "cancel" } }), dearer))).toEqual([0, price]);
  });
});

describe("a product that is replaced", () => {
  // rules/prices.md#changes-2
  test("costs nothing, and its successor costs what it did", () => {
    const replaced = change(lmd, { cpid_1: { status: "has_been_replaced", replacedBy: "cpid_3" } });
    const successor = { ...bike, cpid: "cpid_3", data: { user_name: "Grace", product_marked: "BK-1" } };
    const priced = priceContract(lmd, { ...replaced, products: [...replaced.products, successor] }, tariff);
    const [bikePrice = 0, phonePrice = 0] = pricesOf(lmd);
    expect(pricesOf(priced)).toEqual([0, phonePrice, bikePrice]);
  });

  test("with a planned removal passes on what is due until then, or all of it in an LCD", () => {
    for (const contract of [lmd, lcd]) {
      const end = after(days(3));
      const planned = priceContract(contract, change(contract, { cpid_1: { endDate: end, endReason: "sold" } }), tariff);
      const replaced = change(planned, { cpid_1: { status: "has_been_replaced", replacedBy: "cpid_3" } });
      const successor = { ...bike, cpid: "cpid_3", startDate: contract.startDate, endDate: end, endReason: "sold" };
      const priced = priceContract(planned, { ...replaced, products: [...replaced.products, successor] }, tariff);
      expect(pricesOf(priced).at(-1)).toBe(pricesOf(planned)[0]);
    }
  });
});

describe("a product that ends early", () => {
  // rules/prices.md#changes-1
  test("costs nothing if it is cancelled", () => {
    expect(pricesOf(priceContract(lmd, applyEnding(lmd, cancelContract(lmd, null, now)), tariff))).toEqual([0, 0]);
  });

  // rules/prices.md#changes-4
  test("pays its days until then if it is terminated, or all of them in an LCD", () => {
    const ended = priceContract(lmd, applyEnding(lmd, terminateContract(lmd, now, "sold", now)), tariff);
    expect(pricesOf(ended)).toEqual(lmd.products.map((product) => premiumOf(lmd, { ...product, endDate: now })));
    expect(pricesOf(priceContract(lcd, applyEnding(lcd, terminateContract(lcd, now, "sold", now)), tariff))).toEqual(pricesOf(lcd));
  });

  test("never costs more than before", () => {
    const cheap = change(lmd, { cpid_1: { priceCents: 60 } });
    const ended = priceContract(cheap, applyEnding(cheap, terminateContract(cheap, after(hours(1)), "sold", now)), tariff);
    expect(pricesOf(ended)[0]).toBe(60);
  });
});

// rules/prices.md#changes-6
test("a product whose period moves is priced again by the contract's tariff", () => {
  const longer = { endDate: addMonths(endDate, 1) };
  const moved = priceContract(lmd, change({ ...lmd, ...longer }, { cpid_1: longer }), tariff);
  expect(pricesOf(moved)).toEqual([premiumOf(lmd, { ...bike, ...longer }), pricesOf(lmd)[1]]);
});

test("a reopened contract costs what its whole new period costs", () => {
  const closed = change({ ...lmd, status: "closed" }, { cpid_1: { status: "closed" }, cpid_2: { status: "closed" } });
  const longer = { status: "open" as const, endDate: addMonths(endDate, 2) };
  const opened = priceContract(closed, change({ ...closed, ...longer }, { cpid_1: longer, cpid_2: longer }), tariff);
  expect(pricesOf(opened)).toEqual(lmd.products.map((product) => premiumOf(lmd, { ...product, ...longer })));
});

describe("for any contract and any tariff", () => {
  const anyPriced = fc.tuple(anyOpenContract, fc.constantFrom(...contractTypes), rates).map(([contract, contractType, own]) => ({
    own,
    contract: priceContract(null, { ...contract, contractType, options: ["break", "theft", "ia"] }, own),
  }));
  const anyEnd = fc.integer({ min: 1, max: 60 }).map((count) => after(hours(count)));

  test("pricing again changes nothing", () => {
    fc.assert(
      fc.property(anyPriced, rates, ({ contract }, other) => {
        expect(priceContract(contract, contract, other)).toEqual(contract);
      }),
    );
  });

  test("neither the day of a planned termination nor a closing changes a price", () => {
    fc.assert(
      fc.property(anyPriced, anyEnd, fc.boolean(), ({ contract, own }, end, terminates) => {
        const ends = end < contract.endDate ? end : contract.endDate;
        const planned = terminates
          ? priceContract(contract, applyEnding(contract, terminateContract(contract, ends, "sold", now)), own)
          : contract;
        const due = decideDueEnding(planned, ends);
        if (due === null) return;
        expect(pricesOf(priceContract(planned, applyEnding(planned, due), own))).toEqual(pricesOf(planned));
      }),
    );
  });

  test("an ending increases no price", () => {
    fc.assert(
      fc.property(anyPriced, fc.oneof(anyEnd, fc.constant(now)), ({ contract, own }, end) => {
        const ended = priceContract(contract, applyEnding(contract, terminateContract(contract, end, "sold", now)), own);
        const earlier = pricesOf(contract);
        expect(pricesOf(ended).every((price, index) => price <= (earlier[index] ?? 0))).toBe(true);
      }),
    );
  });
});

// rules/calendar.md#zones-3
test("an entry that replaces another for the same period takes over its price, however days were counted when it was set", () => {
  const [first, ...others] = lmd.products.map((product) => ({ ...product, priceCents: 564 }));
  if (first === undefined) throw new Error("the sample has a product");
  const stored = { ...lmd, products: [first, ...others] };
  const replaced = { ...first, status: "has_been_replaced" as const, replacedBy: "cpid_9" };
  const successor = { ...first, cpid: "cpid_9", data: { product_marked: "BC-2" }, priceCents: 0 };
  expect(pricesOf(priceContract(stored, { ...stored, products: [replaced, successor, ...others] }, dearer))).toEqual([0, 564, 564]);
});
