import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { asStaff } from "#lib/account/users/users.fixture.ts";
import { findContract } from "#lib/developer/console/find-insurance.ts";
import { sampleRefund } from "#lib/insurance/claims/claim.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { readCover } from "#lib/insurance/claims/cover.ts";
import { readForDesk } from "#lib/insurance/claims/read.ts";
import { insertContracts } from "#lib/insurance/contracts/contracts.fixture.ts";
import { bike, makeContract, noon, openShop } from "#lib/insurance/renewals/shop.fixture.ts";

const start = noon("2027-01-01");
let worldId: number;
let cid: string;
let cpids: string[];

/** A contract over eight equal bikes. */
beforeAll(async () => {
  const shop = await openShop();
  worldId = shop.at(start).world.id;
  const products = Array.from({ length: 8 }, (_none, at) => bike({ data: { product_marked: `BC-${at}`, user_name: `Rider ${at}` } }));
  cid = await makeContract(shop, "LMD", start, 3, { products });
  const rows = await sql<{ cpid: string }[]>`select cpid from contract_products where cid = ${cid} order by cpid`;
  cpids = rows.map(({ cpid }) => cpid);
});

const claimOn = (at: number, changes: Parameters<typeof insertSampleClaim>[1] = {}) =>
  insertSampleClaim(worldId, { cid, cpid: cpids[at] ?? "", claimAt: noon("2027-01-05"), ...changes });

describe("the cover of a claim", () => {
  test("says which of eight equal bikes it is, for how much and from when until when", async () => {
    await sql`update products set purchased_date = '2024-05-31' where id = (select product_id from contract_products where cpid = ${cpids[4] ?? ""})`;
    const claim = await claimOn(4);
    const { cover } = await readForDesk(asStaff, claim.id);
    expect(cover).toMatchObject({
      position: 5,
      products: 8,
      valueCents: 240_000,
      purchasedDate: new Date("2024-05-31T00:00:00.000Z"),
      status: "open",
      startDate: start,
      endDate: noon("2027-04-01"),
      atLoss: "covered",
      contract: { type: "LMD", status: "open", startDate: start, endDate: noon("2027-04-01"), options: ["break", "theft", "home_to_work"] },
      otherClaims: [],
    });
    expect(cover?.userName).toMatch(/^Rider \d$/);
  });

  test.each([
    ["2026-12-31", "notStarted"],
    ["2027-04-02", "ended"],
  ])("says that on %s the product was not covered: %s", async (day, atLoss) => {
    const claim = await claimOn(0, { claimAt: noon(day) });
    expect(await readCover(claim)).toMatchObject({ atLoss });
  });

  test("names what else was claimed on the same product, also by another contract, and no drafts", async () => {
    const [insured] = await sql<{ productId: string }[]>`
      select product_id from contract_products where cpid = ${cpids[7] ?? ""}`;
    const productId = insured?.productId ?? "";
    const sample = { uid: "renter", contractType: "LMD", status: "open", test: false, createdAt: noon("2026-06-01") } as const;
    const [before] = await insertContracts(worldId, [sample], { productId });
    const paid = sampleRefund({ amountCents: 12_345, paymentState: "paid", paymentAt: start });
    const earlier = await insertSampleClaim(worldId, {
      cid: before?.cid ?? "",
      cpid: before?.cpid ?? "",
      claimAt: noon("2026-06-03"),
      settlements: [paid, sampleRefund({ paymentState: "cancelled" })],
    });
    await claimOn(7, { status: "draft", draftStatus: "pending", submittedAt: null });
    const claim = await claimOn(7);
    expect((await readCover(claim))?.otherClaims).toEqual([
      {
        id: earlier.id,
        claimId: earlier.claimId,
        status: "submitted",
        subtype: "total_theft",
        claimAt: noon("2026-06-03"),
        paidCents: 12_345,
      },
    ]);
    expect((await readCover(earlier))?.otherClaims.map(({ id }) => id)).toEqual([claim.id]);
  });

  test("is seen from the contract too: it names the product that is claimed", async () => {
    const claim = await claimOn(2);
    const contract = await findContract(asStaff, cid);
    expect(contract?.products).toHaveLength(8);
    expect(contract?.products[2]).toMatchObject({
      cpid: cpids[2],
      claims: [{ id: claim.id, claimId: claim.claimId, status: "submitted" }],
    });
    expect(contract?.products[3]?.claims).toEqual([]);
    expect(contract?.products.map(({ marking }) => marking).toSorted()).toEqual([
      "BC-0",
      "BC-1",
      "BC-2",
      "BC-3",
      "BC-4",
      "BC-5",
      "BC-6",
      "BC-7",
    ]);
  });
});
