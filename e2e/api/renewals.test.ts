import { describe, expect, test } from "vitest";
import { refuse, succeed } from "#e2e/api/client.ts";
import { lmd } from "#e2e/api/samples.ts";
import { makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { amendRenewal, configureRenewal, listRenewals, readCurrentRenewal, readRenewal } from "#lib/insurance/renewals/endpoints.ts";
import { addParisMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";

const monthBefore = (instant: string) => addMonths(new Date(instant), -1).toISOString();

/** A contract and its address, made for one test. */
async function makeContract(shop: Shop, body: object) {
  const contract = await succeed(shop.key, createContract, { body });
  return { contract, of: { params: { contractId: contract.cid ?? "" } } };
}

/** A contract of three months with its renewal. */
async function makeRenewed() {
  const shop = await makeShop();
  const { contract, of } = await makeContract(shop, lmd(shop.uid, { automatic_renewal: true }));
  const renewal = await succeed(shop.key, readCurrentRenewal, of);
  return { shop, contract, of, renewal, ofRenewal: { params: { ...of.params, arid: renewal.arid } } };
}

describe("an automatic renewal", () => {
  // rules/contracts.md#create-7
  test("is created with the contract on request, and reads back the same everywhere", async () => {
    const { shop, contract, of, renewal, ofRenewal } = await makeRenewed();
    expect(renewal).toMatchObject({
      cid: contract.cid,
      default_application: false,
      applied: false,
      applied_at: null,
      use_notification: true,
      duration_months: 3,
      rejected: false,
      rejected_at: null,
      renewal_scheduled_for: contract.end_date,
      notified: false,
      notified_at: null,
      notification_scheduled_for: monthBefore(contract.end_date),
      extension: 0,
      next_cid: null,
    });
    expect(await succeed(shop.key, readRenewal, ofRenewal)).toEqual(renewal);
    expect(await succeed(shop.key, listRenewals, of)).toEqual([renewal]);
  });

  test("is changed by its own identifier only: none is called current", async () => {
    const { shop, of } = await makeRenewed();
    const sent = { params: { ...of.params, arid: "current" }, body: { rejected: true } };
    expect(await refuse(shop.key, amendRenewal, sent)).toMatchObject({ status: 400, code: 5000 });
  });

  // rules/renewals.md#configure-2, #configure-3
  test("is created by POST, and configured by the next one: a contract has one live renewal", async () => {
    const shop = await makeShop();
    const { of } = await makeContract(shop, lmd(shop.uid));
    const created = await succeed(shop.key, configureRenewal, of);
    const configured = await succeed(shop.key, configureRenewal, { ...of, body: { use_notification: false, duration_months: 12 } });
    expect(configured).toEqual({ ...created, use_notification: false, duration_months: 12, updated_at: configured.updated_at });
    expect(await succeed(shop.key, configureRenewal, { ...of, body: {} })).toEqual(configured);
    expect(await succeed(shop.key, listRenewals, of)).toEqual([configured]);
  });
});

test("a change of a renewal that is refused leaves it as it is", async () => {
  const { shop, ofRenewal, renewal } = await makeRenewed();
  const body = { rejected: true, extension: 3 };
  expect(await refuse(shop.key, amendRenewal, { ...ofRenewal, body })).toMatchObject({ status: 400, code: 5108, field: "extension" });
  expect(await succeed(shop.key, readRenewal, ofRenewal)).toEqual(renewal);
});

test("a request on renewals answers 1051 for an unknown contract, and 5000 for an unknown renewal", async () => {
  const shop = await makeShop();
  const { of } = await makeContract(shop, lmd(shop.uid));
  const nowhere = { params: { contractId: "nothing", arid: "nothing" } };
  for (const endpoint of [configureRenewal, readCurrentRenewal]) {
    expect(await refuse(shop.key, endpoint, nowhere), endpoint.id).toMatchObject({ status: 400, code: 1051 });
  }
  expect(await refuse(shop.key, listRenewals, nowhere)).toMatchObject({ status: 400, code: 1051 });
  for (const endpoint of [readRenewal, amendRenewal]) {
    const body = endpoint === amendRenewal ? { body: {} } : {};
    expect(await refuse(shop.key, endpoint, { ...nowhere, ...body }), endpoint.id).toMatchObject({ status: 400, code: 1051 });
    expect(await refuse(shop.key, endpoint, { params: { ...of.params, arid: "nothing" }, ...body }), endpoint.id).toMatchObject({
      status: 400,
      code: 5000,
    });
  }
  expect(await refuse(shop.key, readCurrentRenewal, of)).toMatchObject({ code: 5000 });
  expect(await succeed(shop.key, listRenewals, of)).toEqual([]);
});
