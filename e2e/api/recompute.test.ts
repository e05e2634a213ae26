import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { addMandatoryDocuments, claimBody, makeInsured } from "#e2e/api/claims.fixture.ts";
import { succeed } from "#e2e/api/client.ts";
import { inDays, inHours, insured, lcd, lld, lmd, longLmd } from "#e2e/api/samples.ts";
import { makeRenter, makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { playSandboxMove } from "#lib/developer/sandbox/endpoints.ts";
import { createClaim, getClaim, submitClaim } from "#lib/insurance/claims/endpoints.ts";
import {
  addContractProducts,
  amendContract,
  createContract,
  endContract,
  removeContractProducts,
} from "#lib/insurance/contracts/endpoints.ts";
import { readStatement } from "#lib/insurance/statements/endpoints.ts";
import { monthOf } from "#lib/insurance/statements/rules/months.ts";

const run = promisify(execFile);
const hasPython = await run("python3", ["-c", "import zoneinfo"]).then(
  () => true,
  () => false,
);

/** Plays actions of the insurer on a claim, one after the other; an action may name a settlement by its place. */
async function play(
  { key }: Pick<Shop, "key">,
  id: string,
  actions: readonly [move: string, body: object, settlement?: number][],
): Promise<void> {
  for (const [move, body, place] of actions) {
    const { settlements } = await succeed(key, getClaim, { params: { id } });
    const settlementId = place === undefined ? undefined : settlements.at(place)?.id;
    await succeed(key, playSandboxMove, { params: { id, move }, body: { ...body, ...(settlementId !== undefined && { settlementId }) } });
  }
}

async function submit(shop: Pick<Shop, "key" | "uid">, cid: string, cpid: string): Promise<string> {
  const draft = await succeed(shop.key, createClaim, { body: claimBody(shop.uid, cid, cpid) });
  await addMandatoryDocuments(draft);
  await succeed(shop.key, submitClaim, { params: { id: draft.id } });
  await play(shop, draft.id, [["takeOver", {}]]);
  return draft.id;
}

/** Contracts of all types, with changes of every kind. */
async function insureMonth(shop: Pick<Shop, "key" | "uid">): Promise<void> {
  const { key, uid } = shop;
  await succeed(key, createContract, { body: lcd(uid) });
  await succeed(key, createContract, { body: longLmd(uid) });
  const several = await succeed(key, createContract, { body: lmd(uid, { products: [insured(), insured()], start_date: inHours(0) }) });
  const params = { contractId: several.cid ?? "" };
  const [amended = "", removed = ""] = Object.keys(several.products);
  await succeed(key, amendContract, {
    params,
    body: { products: { [amended]: { product_marked: "BC-2", user_name: "Ada", internal_id: "7" } } },
  });
  await succeed(key, addContractProducts, {
    params,
    body: { start_date: inDays(3), products: [insured({ ...insured(), value_excl: 1333.33 })] },
  });
  await succeed(key, removeContractProducts, { params, body: { reason: "sold", products: [removed] } });
  const planned = await succeed(key, createContract, { body: lld(uid, { start_date: inHours(0) }) });
  await succeed(key, endContract, { params: { contractId: planned.cid ?? "" }, body: { reason: "sold", end_date: inDays(60) } });
  const cancelled = await succeed(key, createContract, { body: lld(uid) });
  await succeed(key, endContract, { params: { contractId: cancelled.cid ?? "" } });
}

/** Claims with refunds, deductions below and above them, a payment that came back, and a second claim on a paid bike. */
async function settleMonth(shop: Pick<Shop, "key" | "uid">): Promise<void> {
  const { cid, cpid } = await makeInsured(shop);
  const first = await submit(shop, cid, cpid);
  await play(shop, first, [
    ["approveRefund", { amount: 245.5 }],
    ["chargeClaim", { amount: 45.5, reason: "Deductible" }],
    ["executePayment", {}, 0],
  ]);
  const second = await submit(shop, cid, cpid);
  await play(shop, second, [
    ["approveRefund", { amount: 100 }],
    ["chargeClaim", { amount: 130.01, reason: "Deductible" }],
    ["executePayment", {}, 0],
  ]);
  const other = await makeInsured(shop);
  const returned = await submit(shop, other.cid, other.cpid);
  await play(shop, returned, [
    ["approveRefund", { amount: 80.08 }],
    ["returnPayment", { reason: "Wrong account" }, 0],
    ["executePayment", {}, -1],
  ]);
  const late = await makeInsured(shop);
  const third = await submit(shop, late.cid, late.cpid);
  await play(shop, third, [
    ["approveRefund", { amount: 60 }],
    ["chargeClaim", { amount: 10, reason: "Deductible" }],
    ["executePayment", {}, 0],
    ["returnPayment", { reason: "Account closed" }, 0],
  ]);
}

// rules/statements.md#figures-1, #figures-4
test.skipIf(!hasPython)(
  "a month of two partners is recomputed to the cent from the API alone, by a script that shares no code with the platform",
  { timeout: 180_000 },
  async () => {
    const month = monthOf(new Date());
    const shops = await Promise.all([makeShop(), makeShop()]);
    for (const shop of shops) {
      const branch = { key: shop.key, uid: await makeRenter(shop.key) };
      await insureMonth(shop);
      await insureMonth(branch);
      await settleMonth(shop);
      const { totals } = await succeed(shop.key, readStatement, { params: { month } });
      expect(totals.contracts_created).toBeGreaterThan(10);
      expect(Math.min(-totals.premium_returned, totals.claims_paid, totals.claims_charged, totals.tax)).toBeGreaterThan(0);
      const { stdout } = await run("python3", [join(import.meta.dirname, "../client/recompute.py"), `${inject("baseUrl")}/v2`, month], {
        env: { NODE_ENV: "test", COVERGATE_API_KEY: shop.key, PATH: "/usr/bin:/bin" },
      });
      expect(JSON.parse(stdout)).toEqual({});
    }
  },
);
