import { describe, expect, test } from "vitest";
import { faultOf } from "#lib/contracts/rules/creation.fixture.ts";
import type { ErrorName } from "#lib/errors.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import type { RenewableContract, Renewal } from "#lib/renewals/renewal.ts";
import { decideConfiguration, decideRenewalChange } from "#lib/renewals/rules/configure.ts";
import { noon, sampleContract, sampleNow as now, sampleRenewal } from "#lib/renewals/rules/renewal.fixture.ts";

const enabled: EventType[] = ["v2.contract.renewal.enabled"];
const updated: EventType[] = ["v2.contract.renewal.updated"];
const lld = { contractType: "LLD" as const, startDate: noon("2027-02-01"), endDate: noon("2029-02-01") };
const earlier = noon("2027-02-20");

describe("POST", () => {
  const decide = (body: unknown = {}, live?: Renewal, contract: Partial<RenewableContract> = {}) =>
    decideConfiguration(sampleContract(contract), live, body, now);

  test("creates a renewal as long as the contract, with a notice, unless it says otherwise", () => {
    expect(decide()).toEqual({ useNotification: true, durationMonths: 3, rejectedAt: null, events: enabled });
    expect(decide({}, undefined, lld)).toMatchObject({ durationMonths: 24 });
    expect(decide({ use_notification: false, duration_months: 12 })).toEqual({
      useNotification: false,
      durationMonths: 12,
      rejectedAt: null,
      events: enabled,
    });
  });

  test("changes of the live renewal what it names", () => {
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
    "changes nothing and tells of nothing where the renewal already is as asked: %j",
    (body) => expect(decide(body, sampleRenewal()).events).toEqual([]),
  );

  test("makes a rejected renewal live again, with the settings that it had or those that are sent, and tells of that alone", () => {
    const rejected = sampleRenewal({ rejectedAt: earlier, useNotification: false, durationMonths: 7 });
    expect(decide({}, rejected)).toEqual({ useNotification: false, durationMonths: 7, rejectedAt: null, events: enabled });
    expect(decide({ duration_months: 2 }, rejected)).toMatchObject({ durationMonths: 2, rejectedAt: null, events: enabled });
  });

  const lcd = { contractType: "LCD" } as const;
  const closed = { status: "closed" } as const;
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
    expect(faultOf(() => decide(body, undefined, contract))).toBe(name);
    expect(faultOf(() => decide(body, sampleRenewal(), contract))).toBe(name);
  });

  test("says why a contract that is to be terminated has no renewal", () => {
    expect(() => decide({}, undefined, { terminationPlanned: true })).toThrow(
      "the contract has no renewal: it is to be terminated on 2027-05-01T12:00:00.000Z",
    );
  });
});

describe("PATCH", () => {
  const decide = (body: unknown, renewal: Partial<Renewal> = {}, contract: Partial<RenewableContract> = {}) =>
    decideRenewalChange(sampleContract(contract), sampleRenewal(renewal), body, now);

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
  ])("%j of a renewal with %j makes it %j and tells of %j", (body, renewal, changes, events) => {
    const { useNotification, durationMonths, rejectedAt } = sampleRenewal(renewal);
    expect(decide(body, renewal)).toEqual({ useNotification, durationMonths, rejectedAt, ...changes, events });
  });

  /** Each is wrong by itself; of any two the one further up answers. */
  const faults: readonly (readonly [ErrorName, { body?: object; renewal?: Partial<Renewal>; contract?: Partial<RenewableContract> }])[] = [
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
  const pairs = faults.flatMap((first, index) => faults.slice(index).map((second) => [first[0], second[0], first[1], second[1]] as const));

  test.each(pairs)("answers %s, also where %s would be the answer otherwise", (name, _other, first, second) => {
    const answer = faultOf(() =>
      decide({ ...second.body, ...first.body }, { ...second.renewal, ...first.renewal }, { ...second.contract, ...first.contract }),
    );
    expect(answer).toBe(name);
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
  ])("answers %s to %j", (name, body) => expect(faultOf(() => decide(body))).toBe(name));

  test("answers 1052 for a contract that is to be terminated", () => {
    expect(faultOf(() => decide({ rejected: true }, { droppedAt: earlier }, { terminationPlanned: true }))).toBe("CONTRACT_NOT_OPEN");
  });

  test("names the field and what it accepts", () => {
    expect(() => decide({ duration_months: 0 })).toThrow("duration_months must be a whole number of months, 1 to 60");
    expect(() => decide({ rejected: "no" })).toThrow("rejected must be true or false");
    expect(() => decide({ reject: true })).toThrow(
      'the field "reject" is not accepted here; accepted fields: use_notification, rejected, duration_months',
    );
  });
});
