import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Feature } from "#lib/account/worlds/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { contractTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType } from "#lib/insurance/catalogue/catalogue.ts";
import { faultOf, faultsOf, namesField } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { amendRenewal, configureRenewal } from "#lib/insurance/renewals/endpoints.ts";
import type { RenewableContract, Renewal } from "#lib/insurance/renewals/renewal.ts";
import {
  decideBulk,
  decideConfiguration,
  decideFirstRenewal,
  decideRenewalChange,
  readActions,
} from "#lib/insurance/renewals/rules/configure.ts";
import { noon, sampleContract, sampleNow as now, sampleRenewal } from "#lib/insurance/renewals/rules/renewal.fixture.ts";
import type { BulkRenewalsBody } from "#lib/insurance/renewals/schema.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { utc } from "#lib/platform/time/calendar.fixture.ts";

const enabled: EventType[] = ["v2.contract.renewal.enabled"];
const updated: EventType[] = ["v2.contract.renewal.updated"];
const lld = { contractType: "LLD" as const, startDate: noon("2027-02-01"), endDate: noon("2029-02-01") };
const earlier = noon("2027-02-20");

describe("POST of a renewal", () => {
  const faultOfPost = faultsOf(configureRenewal);
  const decide = (body: unknown = {}, live?: Renewal, contract: Partial<RenewableContract> = {}) =>
    decideConfiguration(sampleContract(contract), live, body, now);

  // rules/renewals.md#configure-2
  test("creates one as long as the contract, with a notice, unless the body says otherwise", () => {
    expect(decide()).toEqual({ useNotification: true, durationMonths: 3, rejectedAt: null, events: enabled });
    expect(decide({}, undefined, lld)).toMatchObject({ durationMonths: 24 });
    expect(decide({ use_notification: false, duration_months: 12 })).toEqual({
      useNotification: false,
      durationMonths: 12,
      rejectedAt: null,
      events: enabled,
    });
  });

  test("changes only the named settings of the live one", () => {
    const live = sampleRenewal({ durationMonths: 5 });
    expect(decide({ use_notification: false }, live)).toEqual({
      useNotification: false,
      durationMonths: 5,
      rejectedAt: null,
      events: updated,
    });
    expect(decide({ duration_months: 6 }, live)).toMatchObject({ useNotification: true, durationMonths: 6, events: updated });
  });

  test.each([{}, { use_notification: true }, { duration_months: 3 }, { use_notification: true, duration_months: 3 }])(
    "changes nothing and emits nothing if the renewal already has the values: %j",
    (body) => expect(decide(body, sampleRenewal()).events).toEqual([]),
  );

  // rules/renewals.md#configure-6
  test("makes a rejected one live again, with its old or the sent settings, and emits only that", () => {
    const rejected = sampleRenewal({ rejectedAt: earlier, useNotification: false, durationMonths: 7 });
    expect(decide({}, rejected)).toEqual({ useNotification: false, durationMonths: 7, rejectedAt: null, events: enabled });
    expect(decide({ duration_months: 2 }, rejected)).toMatchObject({ durationMonths: 2, rejectedAt: null, events: enabled });
  });

  const lcd = { contractType: "LCD" } as const;
  const closed = { status: "closed" } as const;
  // rules/renewals.md#configure-4, #configure-5
  test.each<[ErrorName, unknown, Partial<RenewableContract>]>([
    ["RENEWAL_NOT_OFFERED", {}, lcd],
    ["RENEWAL_NOT_OFFERED", { nonsense: 1, duration_months: 99 }, { ...lcd, ...closed }],
    ["CONTRACT_NOT_OPEN", {}, closed],
    ["CONTRACT_NOT_OPEN", {}, { status: "cancel" }],
    ["CONTRACT_NOT_OPEN", {}, { status: "terminated" }],
    ["CONTRACT_NOT_OPEN", {}, { endDate: now }],
    ["CONTRACT_NOT_OPEN", {}, { terminationPlanned: true }],
    ["CONTRACT_NOT_OPEN", { nonsense: 1, duration_months: 99 }, closed],
    ["OPTION_NOT_ALLOWED", { rejected: true }, {}],
    ["OPTION_NOT_ALLOWED", { extension: 1 }, {}],
    ["OPTION_NOT_ALLOWED", { nonsense: 1, duration_months: 13 }, {}],
    ["OPTION_NOT_ALLOWED", JSON.parse('{"__proto__": {"duration_months": 3}}'), {}],
    ["OPTION_NOT_ALLOWED", JSON.parse('{"constructor": 1}'), {}],
    ...["true", 1, 0, null, [], {}].map((sent): [ErrorName, unknown, object] => ["OPTION_NOT_ALLOWED", { use_notification: sent }, {}]),
    ...["3", 2.5, null, true, [3]].map((sent): [ErrorName, unknown, object] => ["OPTION_NOT_ALLOWED", { duration_months: sent }, {}]),
    ...[0, -1, 61, 1e300].map((sent): [ErrorName, unknown, object] => ["INVALID_PERIOD", { duration_months: sent }, {}]),
    ["OPTION_NOT_ALLOWED", { duration_months: 61, use_notification: "true" }, {}],
    ["INVALID_PERIOD", { duration_months: 13 }, {}],
    ["INVALID_PERIOD", { duration_months: 11 }, lld],
    ["MALFORMED_REQUEST", [], {}],
    ["MALFORMED_REQUEST", "text", {}],
    ["MALFORMED_REQUEST", null, {}],
  ])("answers %s to %j of a contract with %j", (name, body, contract) => {
    expect(faultOfPost(() => decide(body, undefined, contract))).toBe(name);
    expect(faultOfPost(() => decide(body, sampleRenewal(), contract))).toBe(name);
  });

  // rules/renewals.md#configure-4
  test("says why a contract with a planned termination has no renewal", () => {
    expect(() => decide({}, undefined, { terminationPlanned: true })).toThrow(
      "the contract has no renewal: it is to be terminated on 2027-05-01T12:00:00.000Z",
    );
  });
});

describe("PATCH of a renewal", () => {
  const faultOfPatch = faultsOf(amendRenewal);
  const decide = (body: unknown, renewal: Partial<Renewal> = {}, contract: Partial<RenewableContract> = {}) =>
    decideRenewalChange(sampleContract(contract), sampleRenewal(renewal), body, now);

  // rules/renewals.md#change-3
  test.each<[object, Partial<Renewal>, object, EventType[]]>([
    [{}, {}, {}, []],
    [{ use_notification: true, duration_months: 3, rejected: false }, {}, {}, []],
    [{ use_notification: false }, {}, { useNotification: false }, updated],
    [{ duration_months: 12 }, {}, { durationMonths: 12 }, updated],
    [{ rejected: true }, {}, { rejectedAt: now }, ["v2.contract.renewal.rejected"]],
    [{ rejected: true }, { rejectedAt: earlier }, { rejectedAt: earlier }, []],
    [{ rejected: false }, { rejectedAt: earlier }, { rejectedAt: null }, ["v2.contract.renewal.resumed"]],
    [{ duration_months: 4 }, { rejectedAt: earlier }, { durationMonths: 4, rejectedAt: earlier }, updated],
    [{ rejected: true, duration_months: 4 }, {}, { durationMonths: 4, rejectedAt: now }, ["v2.contract.renewal.rejected", ...updated]],
    [
      { rejected: false, use_notification: false },
      { rejectedAt: earlier },
      { useNotification: false, rejectedAt: null },
      ["v2.contract.renewal.resumed", ...updated],
    ],
  ])("with %j, for a renewal with %j, changes %j and emits %j", (body, renewal, changes, events) => {
    const { useNotification, durationMonths, rejectedAt } = sampleRenewal(renewal);
    expect(decide(body, renewal)).toEqual({ useNotification, durationMonths, rejectedAt, ...changes, events });
  });

  /** Each is wrong by itself; of any two the one further up answers. */
  const errors: readonly (readonly [ErrorName, { body?: object; renewal?: Partial<Renewal>; contract?: Partial<RenewableContract> }])[] = [
    ["RENEWAL_ALREADY_APPLIED", { renewal: { appliedAt: earlier, nextCid: "next" } }],
    ["RENEWAL_CONTRACT_OVER", { contract: { endDate: now } }],
    ["CONTRACT_NOT_OPEN", { contract: { status: "terminated" } }],
    ["RENEWAL_NOT_FOUND", { renewal: { droppedAt: earlier } }],
    ["RENEWAL_DEFAULT_APPLICATION_READ_ONLY", { body: { default_application: false } }],
    ["RENEWAL_APPLIED_READ_ONLY", { body: { applied: false } }],
    ["RENEWAL_APPLIED_AT_READ_ONLY", { body: { applied_at: null } }],
    ["RENEWAL_SCHEDULE_READ_ONLY", { body: { renewal_scheduled_for: "2027-05-01T12:00:00.000Z" } }],
    ["RENEWAL_NOTIFIED_READ_ONLY", { body: { notified: false } }],
    ["RENEWAL_NOTIFIED_AT_READ_ONLY", { body: { notified_at: null } }],
    ["RENEWAL_NOTICE_SCHEDULE_READ_ONLY", { body: { notification_scheduled_for: "2027-04-01T12:00:00.000Z" } }],
    ["RENEWAL_REJECTED_AT_READ_ONLY", { body: { rejected_at: null } }],
    ["RENEWAL_EXTENSION_READ_ONLY", { body: { extension: 0 } }],
    ["RENEWAL_NEXT_CONTRACT_READ_ONLY", { body: { next_cid: null } }],
    ["OPTION_NOT_ALLOWED", { body: { nonsense: 1 } }],
    ["INVALID_PERIOD", { body: { duration_months: 13 } }],
  ];
  const pairs = errors.flatMap((first, index) => errors.slice(index).map((second) => [first[0], second[0], first[1], second[1]] as const));

  // rules/renewals.md#change-2
  test.each(pairs)("answers %s even where %s would also apply", (name, _other, first, second) => {
    const answer = faultOfPatch(() =>
      decide({ ...second.body, ...first.body }, { ...second.renewal, ...first.renewal }, { ...second.contract, ...first.contract }),
    );
    expect(answer).toBe(name);
  });

  // rules/errors.md#requests-8
  test.each(errors.filter(([, { body }]) => body !== undefined))("%s names its field", (_name, { body }) => {
    expect(namesField(() => decide(body, {}))).toBe(true);
  });

  test.each<[ErrorName, unknown]>([
    ["OPTION_NOT_ALLOWED", { rejected: "true" }],
    ["OPTION_NOT_ALLOWED", { rejected: null }],
    ["OPTION_NOT_ALLOWED", { duration_months: "3" }],
    ["OPTION_NOT_ALLOWED", { duration_months: 0, rejected: "true" }],
    ["INVALID_PERIOD", { duration_months: 0 }],
    ["INVALID_PERIOD", { duration_months: 61 }],
    ["OPTION_NOT_ALLOWED", { use_notification: 1 }],
    ["OPTION_NOT_ALLOWED", { arid: "ar_01KJ0000000000000000000000" }],
    ["MALFORMED_REQUEST", [{ rejected: true }]],
  ])("answers %s to %j", (name, body) => expect(faultOfPatch(() => decide(body))).toBe(name));

  test("answers 1052 for a contract with a planned termination", () => {
    expect(faultOfPatch(() => decide({ rejected: true }, { droppedAt: earlier }, { terminationPlanned: true }))).toBe("CONTRACT_NOT_OPEN");
  });

  // rules/renewals.md#change-1
  // rules/errors.md#requests-1
  test("names the field and the accepted values", () => {
    expect(() => decide({ duration_months: 0 })).toThrow("duration_months must be a whole number of months, 1 to 60");
    expect(() => decide({ rejected: "no" })).toThrow("rejected must be true or false");
    expect(() => decide({ reject: true })).toThrow(
      'the field "reject" is not accepted here; did you mean rejected? accepted fields: use_notification, rejected, duration_months',
    );
  });
});

const period = { startDate: noon("2027-01-31"), endDate: noon("2028-02-29"), ...utc };
const decide = (contractType: ContractType, wantsRenewal: boolean | undefined, features: Feature[] = []) =>
  decideFirstRenewal({ ...period, contractType, wantsRenewal }, features);
const made = { useNotification: true, durationMonths: 13, extension: 0 };

describe("a contract is created with a renewal", () => {
  test.each(["LMD", "LLD"] as const)("if an %s asks for one", (type) => {
    expect(decide(type, true)).toEqual({ ...made, defaultApplication: false });
    expect(decide(type, true, ["renew_by_default"])).toEqual({ ...made, defaultApplication: false });
  });

  // rules/renewals.md#configure-7
  test.each(["LMD", "LLD"] as const)("if an %s leaves it open and the partner renews by default", (type) => {
    expect(decide(type, undefined, ["renew_by_default"])).toEqual({ ...made, defaultApplication: true });
  });
});

describe("a contract is created without a renewal", () => {
  test.each(contractTypes)("if an %s leaves it open and there is no default", (type) => {
    expect(decide(type, undefined, ["bulk_renewals", "test_contracts"])).toBeNull();
  });

  test.each(contractTypes)("if an %s refuses one, whatever the default", (type) => {
    expect(decide(type, false, ["renew_by_default"])).toBeNull();
  });

  test("if it is an LCD, whatever the default", () => {
    expect(decide("LCD", undefined, ["renew_by_default"])).toBeNull();
  });
});

// rules/renewals.md#configure-1
test("an LCD that asks for a renewal is refused (5050)", () => {
  expect(faultOf(() => decide("LCD", true))).toBe("RENEWAL_NOT_OFFERED");
});

const add: BulkRenewalsBody = { add_to_all_contracts: true };
const reject: BulkRenewalsBody = { reject_on_all_contracts: true };
const on: BulkRenewalsBody = { enable_notification_on_all_contracts: true };
const off: BulkRenewalsBody = { disable_notification_on_all_contracts: true };

const wanted = sampleRenewal();
const silent = sampleRenewal({ useNotification: false, durationMonths: 5 });
const rejected = sampleRenewal({ rejectedAt: earlier });

const eventsOf = (...names: ("enabled" | "rejected" | "updated")[]): EventType[] =>
  names.map((name) => `v2.contract.renewal.${name}` as const);

describe("bulk actions of renewals", () => {
  test.each<[string, BulkRenewalsBody, Renewal | undefined, object | null]>([
    [
      "add one where there is none",
      add,
      undefined,
      { durationMonths: 3, useNotification: true, rejectedAt: null, events: eventsOf("enabled") },
    ],
    ["leave a live one as it is", add, silent, null],
    ["leave one that a customer rejected alone", add, rejected, null],
    ["reject a live one", reject, silent, { rejectedAt: now, useNotification: false, durationMonths: 5, events: eventsOf("rejected") }],
    ["leave a rejected one rejected since then", reject, rejected, null],
    ["reject nothing where there is none", reject, undefined, null],
    ["turn notices on", on, silent, { useNotification: true, durationMonths: 5, events: eventsOf("updated") }],
    ["turn notices on where they are", on, wanted, null],
    ["turn notices off", off, wanted, { useNotification: false, events: eventsOf("updated") }],
    ["turn notices off where there is none", off, undefined, null],
    [
      "turn notices off of a rejected one, which stays rejected",
      off,
      rejected,
      { useNotification: false, rejectedAt: earlier, events: eventsOf("updated") },
    ],
    ["add one without notices", { ...add, ...off }, undefined, { useNotification: false, events: eventsOf("enabled") }],
    ["add one that is rejected at once", { ...add, ...reject }, undefined, { rejectedAt: now, events: eventsOf("enabled", "rejected") }],
    ["leave a rejected one rejected where both is asked for", { ...add, ...reject }, rejected, null],
    [
      "reject and turn notices off",
      { ...reject, ...off },
      wanted,
      { rejectedAt: now, useNotification: false, events: eventsOf("rejected", "updated") },
    ],
    [
      "add with notices on: a rejected one stays rejected",
      { ...add, ...on },
      sampleRenewal({ rejectedAt: earlier, useNotification: false }),
      { rejectedAt: earlier, useNotification: true, events: eventsOf("updated") },
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

  // rules/renewals.md#bulk-4
  test("do nothing the second time, and leave every renewal in the requested state", () => {
    fc.assert(
      fc.property(anyRenewal, anyActions, (live, asked) => {
        const decided = decideBulk(sampleContract(), live, asked, now);
        if (decided === null) return;
        const { events, ...settings } = decided;
        const after = sampleRenewal({ ...live, ...settings });
        expect(events).not.toEqual([]);
        expect(decideBulk(sampleContract(), after, asked, noon("2027-03-02"))).toBeNull();
        if (asked.reject_on_all_contracts) expect(after.rejectedAt).not.toBeNull();
        else expect(after.rejectedAt).toEqual(live?.rejectedAt ?? null);
        if (asked.enable_notification_on_all_contracts) expect(after.useNotification).toBe(true);
        if (asked.disable_notification_on_all_contracts) expect(after.useNotification).toBe(false);
        if (live !== undefined) expect(after.durationMonths).toBe(live.durationMonths);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the actions of a bulk request", () => {
  test("are the ones set to true", () => {
    expect(readActions({ add_to_all_contracts: true, reject_on_all_contracts: false })).toEqual({
      add_to_all_contracts: true,
      reject_on_all_contracts: false,
    });
  });

  // rules/renewals.md#bulk-3
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
