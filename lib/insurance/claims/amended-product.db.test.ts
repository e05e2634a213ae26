import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { readCover } from "#lib/insurance/claims/cover.ts";
import { create } from "#lib/insurance/claims/create.ts";
import { sampleClaimBody } from "#lib/insurance/claims/rules/claim.fixture.ts";
import { amend, end, removeProducts } from "#lib/insurance/contracts/change.ts";
import { bike, makeContract, noon, openShop } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";

const start = noon("2027-01-01");
const soon = new Date(start.getTime() + 60_000);
const late = noon("2027-03-10");
const applied = { preview: false };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});

/** A contract for two bikes; `first` is the key under which one of them was insured before its rider's name was corrected. */
async function makeAmended(): Promise<{ cid: string; first: string; current: string; other: string }> {
  const cid = await makeContract(shop, "LMD", start, 3, { products: [bike(), bike()] });
  const [{ cpid: first } = { cpid: "" }, { cpid: other } = { cpid: "" }] = await sql<{ cpid: string }[]>`
    select cpid from contract_products where cid = ${cid} order by cpid`;
  const { products } = await amend(shop.at(soon), cid, { products: { [first]: { user_name: "Grace Hopper" } } }, applied);
  return { cid, first, current: products[first]?.replaced_by ?? "", other };
}

const claim = (cid: string, cpid: string, day: string) =>
  create(
    { ...shop.at(late), executionId: "exec_claim" },
    { ...sampleClaimBody, userId: shop.uid, contractId: cid, contractProductId: cpid, claimAt: noon(day).toISOString() },
  );

describe("a claim by the key of a product that was amended since", () => {
  // rules/claims.md#create-8
  test("is made while the product is covered", async () => {
    const { cid, first } = await makeAmended();
    expect(await claim(cid, first, "2027-02-01")).toMatchObject({ status: "draft", contractProductId: first });
  });

  test("is refused with 2003 once the contract was cancelled, since nothing was ever covered", async () => {
    const { cid, first, current } = await makeAmended();
    await end(shop.at(soon), cid, { reason: "Changed their mind." }, applied);
    for (const cpid of [current, first]) {
      await expect(claim(cid, cpid, "2027-02-01")).rejects.toMatchObject({ errorName: "CLAIM_PRODUCT_NOT_FOUND" });
    }
  });

  test("is refused after the product's early end", async () => {
    const { cid, first, current } = await makeAmended();
    const removal = { products: [current], reason: "The bike was sold." };
    await removeProducts(shop.at(noon("2027-01-20")), cid, removal, applied);
    expect(await claim(cid, first, "2027-01-19")).toMatchObject({ status: "draft" });
    await expect(claim(cid, first, "2027-02-01")).rejects.toMatchObject({ errorName: "CLAIM_VALIDATION_ERROR" });
  });
});

test("the desk sees the cover of an amended product as it is now, among the products that are insured", async () => {
  const { cid, first, current } = await makeAmended();
  const { id } = await insertSampleClaim(shop.at(start).world.id, { cid, cpid: first, claimAt: noon("2027-02-01") });
  const about = { id, cid, cpid: first, claimAt: noon("2027-02-01") };
  expect(await readCover(about)).toMatchObject({ atLoss: "covered", status: "open", products: 2 });
  await removeProducts(shop.at(noon("2027-01-20")), cid, { products: [current], reason: "The bike was sold." }, applied);
  expect(await readCover(about)).toMatchObject({ atLoss: "ended", status: "terminated", endDate: noon("2027-01-20") });
});
