import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { refuse, succeed, unansweredErrors } from "#e2e/api/client.ts";
import { inDays, lcd, lld, lmd } from "#e2e/api/samples.ts";
import { ageByHours, makePartner, makeRenter, makeShop, readWorld } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { amendContract, createContract, endContract } from "#lib/insurance/contracts/endpoints.ts";
import {
  actOnAllRenewals,
  amendRenewal,
  configureRenewal,
  listRenewals,
  readCurrentRenewal,
  readRenewal,
} from "#lib/insurance/renewals/endpoints.ts";
import { renewalErrors } from "#lib/platform/errors/renewal-errors.ts";
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

  // rules/contracts.md#create-7
  test("is created by default if the partner has the feature and the body does not refuse it", async () => {
    const shop = await makeShop({ features: ["renew_by_default"] });
    const { of } = await makeContract(shop, lld(shop.uid, { start_date: "2099-01-31T00:00:00Z", end_date: "2101-01-31T00:00:00Z" }));
    expect(await succeed(shop.key, readCurrentRenewal, of)).toMatchObject({ default_application: true, duration_months: 24 });
    const refused = await makeContract(shop, lld(shop.uid, { automatic_renewal: false }));
    expect(await refuse(shop.key, readCurrentRenewal, refused.of)).toMatchObject({ code: 5000 });
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

  test("is rejected and resumed by PATCH, and made live again by POST", async () => {
    const { shop, of, ofRenewal } = await makeRenewed();
    const rejected = await succeed(shop.key, amendRenewal, { ...ofRenewal, body: { rejected: true } });
    expect(rejected).toMatchObject({ rejected: true, rejected_at: expect.any(String) as string });
    expect(await succeed(shop.key, amendRenewal, { ...ofRenewal, body: { rejected: true } })).toEqual(rejected);
    expect(await succeed(shop.key, amendRenewal, { ...ofRenewal, body: { rejected: false, duration_months: 6 } })).toMatchObject({
      rejected: false,
      rejected_at: null,
      duration_months: 6,
    });
    await succeed(shop.key, amendRenewal, { ...ofRenewal, body: { rejected: true } });
    expect(await succeed(shop.key, configureRenewal, of)).toMatchObject({ rejected: false, duration_months: 6 });
  });

  // rules/renewals.md#change-4
  test("follows the contract's end, and is deleted with the contract", async () => {
    const { shop, of, ofRenewal } = await makeRenewed();
    const { end_date } = await succeed(shop.key, amendContract, { ...of, body: { end_date: inDays(150) } });
    expect(await succeed(shop.key, readCurrentRenewal, of)).toMatchObject({
      renewal_scheduled_for: end_date,
      notification_scheduled_for: monthBefore(end_date),
    });
    await succeed(shop.key, endContract, of);
    expect(await refuse(shop.key, readCurrentRenewal, of)).toMatchObject({ code: 5000 });
    expect(await refuse(shop.key, amendRenewal, { ...ofRenewal, body: { rejected: true } })).toMatchObject({ code: 1052 });
    expect(await succeed(shop.key, listRenewals, of)).toHaveLength(1);
  });
});

describe("the bulk action on renewals", () => {
  test("adds, rejects and switches notices over every open LMD and LLD contract of the key, and does nothing the second time", async () => {
    const shop = await makeShop({ features: ["bulk_renewals"] });
    const act = (body: object) => succeed(shop.key, actOnAllRenewals, { body });
    const { contract: long } = await makeContract(shop, lld(shop.uid));
    const { contract: medium } = await makeContract(shop, lmd(shop.uid, { automatic_renewal: true }));
    const { of: ended } = await makeContract(shop, lmd(shop.uid));
    await succeed(shop.key, endContract, ended);
    await makeContract(shop, lcd(shop.uid));

    const cids = (renewals: readonly { cid: string }[]) => new Set(renewals.map(({ cid }) => cid));
    expect(cids(await act({ add_to_all_contracts: true }))).toEqual(new Set([long.cid]));
    expect(await act({ add_to_all_contracts: true })).toEqual([]);
    const muted = await act({ disable_notification_on_all_contracts: true });
    expect(cids(muted)).toEqual(new Set([long.cid, medium.cid]));
    expect(muted.every(({ use_notification }) => !use_notification)).toBe(true);
    expect(await act({ disable_notification_on_all_contracts: true })).toEqual([]);
    const rejected = await act({ reject_on_all_contracts: true, enable_notification_on_all_contracts: true });
    expect(rejected).toHaveLength(2);
    expect(rejected.every((renewal) => renewal.rejected && renewal.use_notification)).toBe(true);
  });

  test("requires the feature: 98888, and nothing changes", async () => {
    const { shop } = await makeRenewed();
    const before = await readWorld(shop.world);
    expect(await refuse(shop.key, actOnAllRenewals, { body: { reject_on_all_contracts: true } })).toMatchObject({
      status: 403,
      code: 98888,
    });
    expect(await readWorld(shop.world)).toEqual(before);
  });

  test("does not change the partner's other environment", async () => {
    const { development, production } = await makePartner({ features: ["bulk_renewals"] });
    await succeed(production.key, createContract, { body: lmd(await makeRenter(production.key)) });
    expect(await succeed(development.key, actOnAllRenewals, { body: { add_to_all_contracts: true } })).toEqual([]);
  });

  test.each([
    [1010, undefined],
    [400, []],
    [1010, {}],
    [1010, { add_to_all_contracts: false }],
    [1010, { add_to_all_contracts: "true" }],
    [1010, { add_to_all_contracts: true, all: true }],
    [1010, { enable_notification_on_all_contracts: true, disable_notification_on_all_contracts: true }],
  ])("answers %i to %j", async (code, body) => {
    const shop = await makeShop({ features: ["bulk_renewals"] });
    expect(await refuse(shop.key, actOnAllRenewals, { body })).toMatchObject({ status: 400, code });
  });
});

/** The fields that never change, each with its own code. */
const readOnly: readonly (readonly [code: number, field: string, value: unknown])[] = [
  [5100, "default_application", true],
  [5101, "applied", true],
  [5102, "applied_at", null],
  [5103, "renewal_scheduled_for", inDays(9)],
  [5104, "notified", false],
  [5105, "notified_at", null],
  [5106, "notification_scheduled_for", inDays(8)],
  [5107, "rejected_at", inDays(1)],
  [5108, "extension", 3],
  [5109, "next_cid", "x"],
];

describe("PATCH of a renewal answers", () => {
  test.each(readOnly)("%i for %s, before anything else in the body", async (code, field, value) => {
    const { shop, ofRenewal, renewal } = await makeRenewed();
    const body = { nonsense: 1, rejected: true, [field]: value };
    expect(await refuse(shop.key, amendRenewal, { ...ofRenewal, body })).toMatchObject({ status: 400, code });
    expect(await succeed(shop.key, readRenewal, ofRenewal)).toEqual(renewal);
  });

  test.each([
    [1010, { nonsense: 1 }],
    [1010, { rejected: "true" }],
    [1010, { duration_months: 2.5 }],
    [1002, { duration_months: 13 }],
    [1002, { duration_months: 61 }],
  ])("%i for %j", async (code, body) => {
    const { shop, ofRenewal, renewal } = await makeRenewed();
    expect(await refuse(shop.key, amendRenewal, { ...ofRenewal, body })).toMatchObject({ status: 400, code });
    expect(await succeed(shop.key, readRenewal, ofRenewal)).toEqual(renewal);
  });

  test("5112 once the contract has ended, and 5113 once the renewal is applied", async () => {
    const { shop, contract, ofRenewal } = await makeRenewed();
    await succeed(shop.key, amendRenewal, { ...ofRenewal, body: { rejected: true } });
    await ageByHours(contract.cid, 24 * 94);
    expect(await refuse(shop.key, amendRenewal, { ...ofRenewal, body: { rejected: false } })).toMatchObject({ code: 5112 });
    // Applies the renewal as the job would.
    const { contract: next } = await makeContract(shop, lmd(shop.uid));
    await sql`update automatic_renewals set applied_at = now(), dropped_at = null, next_cid = ${next.cid ?? ""} where arid = ${ofRenewal.params.arid}`;
    expect(await refuse(shop.key, amendRenewal, { ...ofRenewal, body: { rejected: false } })).toMatchObject({ code: 5113 });
  });
});

describe("another request on renewals answers", () => {
  test("1051 for an unknown contract, and 5000 for an unknown renewal", async () => {
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

  test("5050 for an LCD, 1052 for an ended contract, 1002 for a duration that its type does not allow", async () => {
    const shop = await makeShop();
    expect(await refuse(shop.key, configureRenewal, (await makeContract(shop, lcd(shop.uid))).of)).toMatchObject({ code: 5050 });
    expect(await refuse(shop.key, createContract, { body: lcd(shop.uid, { automatic_renewal: true }) })).toMatchObject({ code: 5050 });
    const { of } = await makeContract(shop, lmd(shop.uid));
    expect(await refuse(shop.key, configureRenewal, { ...of, body: { duration_months: 13 } })).toMatchObject({ code: 1002 });
    expect(await refuse(shop.key, configureRenewal, { ...of, body: { rejected: true } })).toMatchObject({ code: 1010 });
    await succeed(shop.key, endContract, of);
    expect(await refuse(shop.key, configureRenewal, of)).toMatchObject({ code: 1052 });
  });
});

test("every error of the renewal catalogue is covered by this file", () => {
  expect(unansweredErrors(renewalErrors)).toEqual([]);
});
