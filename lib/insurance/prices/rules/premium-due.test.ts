import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractProductStatuses } from "#db/schema/enums.ts";
import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";
import { serializePreview } from "#lib/insurance/contracts/contract.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { amountDue, premium } from "#lib/insurance/prices/rules/premium.ts";
import type { Cover, PricedStatus } from "#lib/insurance/prices/rules/premium.ts";
import { covers, rates } from "#lib/insurance/prices/tariffs.fixture.ts";
import { centsFromEuros } from "#lib/platform/money/money.ts";
import { utc } from "#lib/platform/time/calendar.fixture.ts";

const runs = { numRuns: 500 };
const tariffs = fc.oneof(fc.constant(publicTariff.rates), rates);
const moments = fc.double({ min: 0, max: 1, noNaN: true });
const bike: Cover = {
  ...utc,
  productType: "bike",
  productSubtype: null,
  valueExclCents: 100_000,
  startDate: new Date("2027-01-01T00:00:00.000Z"),
  endDate: new Date("2028-01-01T00:00:00.000Z"),
  contractType: "LLD",
  options: ["break", "theft", "ia"],
};

/** The cover with an earlier end. */
function cutShort(cover: Cover, where: number): Cover {
  return {
    ...cover,
    endDate: new Date(cover.startDate.getTime() + Math.ceil((cover.endDate.getTime() - cover.startDate.getTime()) * where)),
  };
}

function fateOf(status: ContractProductStatus, priceBefore: number): PricedStatus {
  return status === "terminated" ? { status, priceBefore } : { status };
}

// rules/prices.md#changes-1, #changes-4
describe("the amount due for a product by its fate", () => {
  it.each<[PricedStatus, cents: number]>([
    [{ status: "open" }, 11_380],
    [{ status: "closed" }, 11_380],
    [{ status: "cancel" }, 0],
    [{ status: "has_been_replaced" }, 0],
    [{ status: "terminated", priceBefore: 11_380 }, 11_380],
  ])("%j: %d cents for a bike of 1,000 euros in a year of LLD", (pricedStatus, cents) => {
    expect(amountDue(publicTariff.rates, bike, pricedStatus)).toBe(cents);
  });

  it("an LLD that ends after 100 days and some hours costs 101 days and 4 months", () => {
    const ended = { ...bike, endDate: new Date("2027-04-11T10:00:00.000Z") };
    // (1000 × 9 % × 101/365 + 4 × 1.20) × 1.09 = 32.3775…
    expect(amountDue(publicTariff.rates, ended, { status: "terminated", priceBefore: 11_380 })).toBe(3_238);
  });

  it("an LMD that ends after 10 days costs 10 days and one started month", () => {
    const ended: Cover = { ...bike, contractType: "LMD", endDate: new Date("2027-01-11T00:00:00.000Z") };
    // (1000 × 9 % × 1.5 × 10/365 + 1.20) × 1.09 = 5.3395…
    expect(amountDue(publicTariff.rates, ended, { status: "terminated", priceBefore: 7_350 })).toBe(534);
  });

  it("an LLD product that ends before its cover starts costs nothing", () => {
    expect(amountDue(publicTariff.rates, { ...bike, endDate: bike.startDate }, { status: "terminated", priceBefore: 11_380 })).toBe(0);
  });

  it("an LCD that ends early costs its full premium", () => {
    fc.assert(
      fc.property(tariffs, covers, moments, fc.nat(), (tariff, cover, where, priceBefore) => {
        const ended: Cover = { ...cutShort(cover, where), contractType: "LCD" };
        expect(amountDue(tariff, ended, { status: "terminated", priceBefore })).toBe(priceBefore);
      }),
    );
  });

  it("an LMD or LLD that ends early costs as much as if it had been made for those days", () => {
    fc.assert(
      fc.property(tariffs, covers, moments, (tariff, cover, where) => {
        fc.pre(cover.contractType !== "LCD");
        const ended = cutShort(cover, where);
        expect(amountDue(tariff, ended, { status: "terminated", priceBefore: premium(tariff, cover) })).toBe(premium(tariff, ended));
      }),
      runs,
    );
  });

  it("ending never costs more than continuing, even if the end is moved forward repeatedly", () => {
    fc.assert(
      fc.property(tariffs, covers, fc.array(moments, { minLength: 1, maxLength: 4 }), (tariff, cover, ends) => {
        let price = amountDue(tariff, cover, { status: "open" });
        let current = cover;
        for (const where of ends) {
          current = cutShort(current, where);
          const due = amountDue(tariff, current, { status: "terminated", priceBefore: price });
          expect(due).toBeLessThanOrEqual(price);
          price = due;
        }
      }),
      runs,
    );
  });

  it("ending never costs more than the agreed premium, whatever it was", () => {
    fc.assert(
      fc.property(tariffs, covers, fc.nat(), (tariff, cover, priceBefore) => {
        expect(amountDue(tariff, cover, { status: "terminated", priceBefore })).toBeLessThanOrEqual(priceBefore);
      }),
      runs,
    );
  });
});

// rules/prices.md#premium-2
it("a contract costs the sum of its products, to the cent", () => {
  const insured = fc.array(fc.tuple(covers, fc.constantFrom(...contractProductStatuses), fc.nat({ max: 10_000_000 })), { maxLength: 20 });
  fc.assert(
    fc.property(insured, (entries) => {
      const prices = entries.map(([cover, status, priceBefore]) => amountDue(publicTariff.rates, cover, fateOf(status, priceBefore)));
      const products = entries.map(([cover, status], index) => ({
        ...cover,
        status,
        cpid: `cpid_${index}`,
        productId: "prod_1",
        data: {},
        priceCents: prices[index] ?? NaN,
        replacedBy: null,
        endReason: null,
      }));
      const { startDate, endDate, contractType, options } = bike;
      const answer = serializePreview({
        ...utc,
        cid: null,
        uid: "renter",
        contractType,
        status: "open",
        test: true,
        startDate,
        endDate,
        options: [...options],
        company: null,
        individual: null,
        tariffId: "trf_1",
        terminationPlanned: false,
        endReason: null,
        endedAt: null,
        createdAt: startDate,
        updatedAt: startDate,
        source: null,
        products,
      });
      const total = prices.reduce((sum, price) => sum + price, 0);
      expect(answer.price).toBe(total / 100);
      expect(Object.values(answer.products).reduce((sum, product) => sum + centsFromEuros(product.price), 0)).toBe(total);
    }),
  );
});
