import { describe, expect, test } from "vitest";
import type { RenewableContract, Renewal } from "#lib/renewals/renewal.ts";
import { isNoticeDue } from "#lib/renewals/rules/notice.ts";
import { noon, sampleContract, sampleRenewal } from "#lib/renewals/rules/renewal.fixture.ts";

const day = noon("2027-04-01");

test("a notice is due from its time on, until the contract's end", () => {
  const dueAt = (now: Date) => isNoticeDue(sampleContract(), sampleRenewal(), now);
  expect(dueAt(new Date(day.getTime() - 1))).toBe(false);
  expect(dueAt(day)).toBe(true);
  expect(dueAt(new Date(noon("2027-05-01").getTime() - 1))).toBe(true);
  expect(dueAt(noon("2027-05-01"))).toBe(false);
});

describe("no notice is due of a renewal", () => {
  test.each<[string, Partial<Renewal>, Partial<RenewableContract>]>([
    ["that goes without notices", { useNotification: false }, {}],
    ["that was told of", { notifiedAt: day }, {}],
    ["that was rejected", { rejectedAt: day }, {}],
    ["that was applied", { appliedAt: day, nextCid: "next" }, {}],
    ["that ended with its contract", { droppedAt: day }, {}],
    ["whose contract was cancelled", {}, { status: "cancel" }],
    ["whose contract was terminated", {}, { status: "terminated" }],
    ["whose contract closed", {}, { status: "closed" }],
  ])("%s", (_what, renewal, contract) => {
    expect(isNoticeDue(sampleContract(contract), sampleRenewal(renewal), day)).toBe(false);
  });
});
