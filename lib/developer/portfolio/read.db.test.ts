import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { read } from "#lib/developer/portfolio/read.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { end } from "#lib/insurance/contracts/change.ts";
import { bike, makeContract, noon, openShop } from "#lib/insurance/renewals/shop.fixture.ts";
import { read as readStatement } from "#lib/insurance/statements/read.ts";
import { newId } from "#lib/platform/ids.ts";
import { addUtcMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";

// rules/figures.md#portfolio-1, #portfolio-2
test("a portfolio is what is insured at the moment, its premium as statements have it, and what ends or is renewed soon", async () => {
  const shop = await openShop(["test_contracts"]);
  await makeContract(shop, "LMD", noon("2031-02-01"), 3, { automatic_renewal: true });
  const over = await makeContract(shop, "LMD", noon("2031-03-01"), 3);
  await makeContract(shop, "LMD", noon("2031-03-05"), 2, { products: [bike(), bike({ value_excl: 1000 })] });
  await makeContract(shop, "LMD", noon("2031-03-06"), 3, { test: true });
  await end(shop.at(noon("2031-03-10")), over, { reason: "The customer bought the bike." }, { preview: false });
  const ctx = shop.at(noon("2031-04-20"));
  const portfolio = await read(ctx);
  expect(portfolio).toMatchObject({
    contracts: 2,
    products: 3,
    valueCents: 580_000,
    ending: 2,
    renewing: 1,
    premiumThisMonthCents: 0,
    types: [{ productType: "bike", products: 3, valueCents: 580_000, claims: 0, paidCents: 0 }],
  });
  // The cover of the two contracts begins on a later day, or has begun for one of them.
  expect(await read(shop.at(noon("2031-01-20")))).toMatchObject({ contracts: 0, products: 0 });
  expect(await read(shop.at(noon("2031-02-20")))).toMatchObject({ contracts: 1, products: 1 });
  const march = await readStatement(ctx, "2031-03");
  expect(portfolio.premiumLastMonthCents).toBe(Math.round(march.totals.premium_net * 100));
  expect(await read(shop.at(noon("2030-01-01")))).toMatchObject({ products: 0, premiumLastMonthCents: 0 });
});

test("claims count for their product type in the twelve months in which they were submitted", async () => {
  const shop = await openShop();
  const { world } = shop.at(noon("2031-03-01"));
  const { submittedAt } = await insertSampleClaim(world.id, { uid: shop.uid, test: false });
  const at = submittedAt ?? new Date(0);
  const claimsAt = async (now: Date) => (await read(shop.at(now))).types.reduce((sum, { claims }) => sum + claims, 0);
  expect(await claimsAt(new Date(at.getTime() - 1))).toBe(0);
  expect(await claimsAt(at)).toBe(1);
  expect(await claimsAt(addMonths(at, 10))).toBe(1);
  expect(await claimsAt(addMonths(at, 13))).toBe(0);
});

test("what was paid counts in the twelve months in which it was paid, also for claims that are older", async () => {
  const shop = await openShop();
  const { world } = shop.at(noon("2031-03-01"));
  const claim = await insertSampleClaim(world.id, { uid: shop.uid, test: false, settlements: [] });
  const paidAt = addMonths(claim.submittedAt ?? new Date(0), 14);
  await sql`
    insert into settlements (id, claim_id, type, amount_cents, payment_state, payment_at, created_at)
    values (${newId("stl")}, ${claim.id}, 'refund', 32000, 'paid', ${paidAt}, ${paidAt})`;
  const typesAt = async (now: Date) =>
    (await read(shop.at(now))).types.map(({ productType, claims, paidCents }) => ({ productType, claims, paidCents }));
  expect(await typesAt(new Date(paidAt.getTime() - 1))).toEqual([]);
  for (const months of [0, 10]) {
    expect(await typesAt(addMonths(paidAt, months))).toEqual([{ productType: "bike", claims: 0, paidCents: 32_000 }]);
  }
  expect(await typesAt(addMonths(paidAt, 13))).toEqual([]);
});
