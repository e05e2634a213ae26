import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { faultOf } from "#lib/contracts/rules/creation.fixture.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import type { Renewal } from "#lib/renewals/renewal.ts";
import type { BulkRenewalsBody } from "#lib/renewals/requests.ts";
import { decideBulk, readActions } from "#lib/renewals/rules/bulk.ts";
import { noon, sampleContract, sampleNow as now, sampleRenewal } from "#lib/renewals/rules/renewal.fixture.ts";

const add: BulkRenewalsBody = { add_to_all_contracts: true };
const reject: BulkRenewalsBody = { reject_on_all_contracts: true };
const on: BulkRenewalsBody = { enable_notification_on_all_contracts: true };
const off: BulkRenewalsBody = { disable_notification_on_all_contracts: true };

const earlier = noon("2027-02-20");
const wanted = sampleRenewal();
const silent = sampleRenewal({ useNotification: false, durationMonths: 5 });
const rejected = sampleRenewal({ rejectedAt: earlier });

const told = (...names: ("enabled" | "rejected" | "updated")[]): EventType[] => names.map((name) => `v2.contract.renewal.${name}` as const);

describe("bulk actions", () => {
  test.each<[string, BulkRenewalsBody, Renewal | undefined, object | null]>([
    [
      "add one where there is none",
      add,
      undefined,
      { durationMonths: 3, useNotification: true, rejectedAt: null, events: told("enabled") },
    ],
    ["leave a live one as it is", add, silent, null],
    ["make a rejected one live again", add, rejected, { rejectedAt: null, events: told("enabled") }],
    ["reject a live one", reject, silent, { rejectedAt: now, useNotification: false, durationMonths: 5, events: told("rejected") }],
    ["leave a rejected one rejected since then", reject, rejected, null],
    ["reject nothing where there is none", reject, undefined, null],
    ["turn notices on", on, silent, { useNotification: true, durationMonths: 5, events: told("updated") }],
    ["turn notices on where they are", on, wanted, null],
    ["turn notices off", off, wanted, { useNotification: false, events: told("updated") }],
    ["turn notices off where there is none", off, undefined, null],
    [
      "turn notices off of a rejected one, which stays rejected",
      off,
      rejected,
      { useNotification: false, rejectedAt: earlier, events: told("updated") },
    ],
    ["add one without notices", { ...add, ...off }, undefined, { useNotification: false, events: told("enabled") }],
    ["add one that is rejected at once", { ...add, ...reject }, undefined, { rejectedAt: now, events: told("enabled", "rejected") }],
    ["leave a rejected one rejected where both is asked for", { ...add, ...reject }, rejected, null],
    [
      "reject and turn notices off",
      { ...reject, ...off },
      wanted,
      { rejectedAt: now, useNotification: false, events: told("rejected", "updated") },
    ],
    [
      "resume with notices on",
      { ...add, ...on },
      sampleRenewal({ rejectedAt: earlier, useNotification: false }),
      { rejectedAt: null, useNotification: true, events: told("enabled") },
    ],
  ])("%s", (_what, asked, live, expected) => {
    const decided = decideBulk(sampleContract(), live, asked, now);
    if (expected === null) expect(decided).toBeNull();
    else expect(decided).toMatchObject(expected);
  });

  const flag = fc.option(fc.boolean(), { nil: undefined });
  const anyActions = fc
    .record({
      add_to_all_contracts: flag,
      reject_on_all_contracts: flag,
      enable_notification_on_all_contracts: flag,
      disable_notification_on_all_contracts: flag,
    })
    .map((actions) => JSON.parse(JSON.stringify(actions)) as BulkRenewalsBody)
    .filter((actions) => faultOf(() => readActions(actions)) === undefined);
  const anyRenewal = fc.option(
    fc
      .record({
        useNotification: fc.boolean(),
        durationMonths: fc.integer({ min: 1, max: 12 }),
        rejectedAt: fc.constantFrom(null, earlier),
      })
      .map(sampleRenewal),
    { nil: undefined },
  );

  test("do nothing the second time, and leave every renewal as they say", () => {
    fc.assert(
      fc.property(anyRenewal, anyActions, (live, asked) => {
        const decided = decideBulk(sampleContract(), live, asked, now);
        if (decided === null) return;
        const { events, ...settings } = decided;
        const after = sampleRenewal({ ...live, ...settings });
        expect(events).not.toEqual([]);
        expect(decideBulk(sampleContract(), after, asked, noon("2027-03-02"))).toBeNull();
        if (asked.reject_on_all_contracts) expect(after.rejectedAt).not.toBeNull();
        else if (asked.add_to_all_contracts) expect(after.rejectedAt).toBeNull();
        if (asked.enable_notification_on_all_contracts) expect(after.useNotification).toBe(true);
        if (asked.disable_notification_on_all_contracts) expect(after.useNotification).toBe(false);
        if (live !== undefined) expect(after.durationMonths).toBe(live.durationMonths);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the actions of a request", () => {
  test("are those that are true", () => {
    expect(readActions({ add_to_all_contracts: true, reject_on_all_contracts: false })).toEqual({
      add_to_all_contracts: true,
      reject_on_all_contracts: false,
    });
  });

  test.each([
    [
      {},
      "at least one of add_to_all_contracts, reject_on_all_contracts, enable_notification_on_all_contracts, disable_notification_on_all_contracts must be true",
    ],
    [{ add_to_all_contracts: false }, "at least one of"],
    [{ add_to_all_contracts: 1 }, "add_to_all_contracts must be true or false"],
    [{ add_to_all_contracts: true, reject_on_all_contracts: null }, "reject_on_all_contracts must be true or false"],
    [{ add_to_all_contracts: true, add: true }, 'the field "add" is not accepted here'],
    [JSON.parse('{"add_to_all_contracts": true, "__proto__": true}'), 'the field "__proto__" is not accepted here'],
    [{ ...on, ...off }, "enable_notification_on_all_contracts and disable_notification_on_all_contracts cannot both be true"],
  ])("are refused with 1010: %j", (body, message) => {
    expect(faultOf(() => readActions(body))).toBe("OPTION_NOT_ALLOWED");
    expect(() => readActions(body)).toThrow(message);
  });
});
