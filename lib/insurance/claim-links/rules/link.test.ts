import { describe, expect, test } from "vitest";
import { assertDeclarable, declarableProducts, expiryOf, isReadable } from "#lib/insurance/claim-links/rules/link.ts";
import type { LinkState } from "#lib/insurance/claim-links/rules/link.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

const now = new Date("2027-01-05T09:00:00.000Z");
const good: LinkState = { expiresAt: new Date(now.getTime() + 1000), revokedAt: null, partnerStatus: "active", erasedAt: null };

describe("isReadable", () => {
  test.each<[string, Partial<LinkState>, boolean]>([
    ["a link of a draft", {}, true],
    ["one a millisecond before its expiry", { expiresAt: new Date(now.getTime() + 1) }, true],
    ["one at its expiry", { expiresAt: now }, false],
    ["a revoked one", { revokedAt: now }, false],
    ["one of a suspended partner", { partnerStatus: "suspended" }, false],
    ["one of an erased person", { erasedAt: now }, false],
  ])("%s", (_name, changes, readable) => expect(isReadable({ ...good, ...changes }, now)).toBe(readable));
});

// rules/claim-links.md#make-2
test("expiryOf counts hours", () => expect(expiryOf(now, 72)).toEqual(new Date("2027-01-08T09:00:00.000Z")));

const bike = { cpid: "cpid_bike", status: "open", replacedBy: null, productType: "bike" } as const;
const cancelled = { cpid: "cpid_cancelled", status: "cancel", replacedBy: null, productType: "bike" } as const;
const ended = { cpid: "cpid_ended", status: "closed", replacedBy: null, productType: "high-tech" } as const;
const tent = { cpid: "cpid_tent", status: "open", replacedBy: null, productType: "event" } as const;
const before = (current: { cpid: string }) =>
  ({ cpid: `${current.cpid}_before`, status: "has_been_replaced", replacedBy: current.cpid, productType: "bike" }) as const;

// rules/claim-links.md#make-4
describe("assertDeclarable", () => {
  test.each<[string, Parameters<typeof assertDeclarable>, string | undefined]>([
    ["a contract in force", [{ status: "open", products: [bike] }, null], undefined],
    ["one that has ended, since the loss may be older", [{ status: "closed", products: [ended] }, null], undefined],
    ["a product of it", [{ status: "open", products: [bike, ended] }, "cpid_ended"], undefined],
    [
      "one of it by the key that it had before a change",
      [{ status: "open", products: [before(bike), bike] }, "cpid_bike_before"],
      undefined,
    ],
    ["an unknown product", [{ status: "open", products: [bike] }, "cpid_other"], "CONTRACT_PRODUCT_UNKNOWN"],
    ["a cancelled contract", [{ status: "cancel", products: [cancelled] }, null], "CONTRACT_NOT_OPEN"],
    [
      "a cancelled contract whose product was changed before",
      [{ status: "cancel", products: [before(cancelled), cancelled] }, null],
      "CONTRACT_NOT_OPEN",
    ],
    [
      "its product by the key that it had before",
      [{ status: "cancel", products: [before(cancelled), cancelled] }, "cpid_cancelled_before"],
      "CONTRACT_NOT_OPEN",
    ],
    ["a cancelled product", [{ status: "open", products: [bike, cancelled] }, "cpid_cancelled"], "CONTRACT_NOT_OPEN"],
    ["a product type without claims", [{ status: "open", products: [tent] }, null], "UNSUPPORTED_PRODUCT_TYPE"],
  ])("%s", (_name, given, error) => {
    let refused: unknown;
    try {
      assertDeclarable(...given);
    } catch (thrown) {
      refused = thrown;
    }
    expect(refused instanceof ApiError ? refused.errorName : refused).toBe(error);
  });
});

test("declarableProducts leaves out products that were never covered or that take no claims", () => {
  expect(declarableProducts([bike, cancelled, ended, tent], null)).toEqual([bike, ended]);
});

test("declarableProducts has a product that was changed once, as it is now", () => {
  const products = [before(bike), before(cancelled), bike, cancelled, ended];
  expect(declarableProducts(products, null)).toEqual([bike, ended]);
  expect(declarableProducts(products, "cpid_bike_before")).toEqual([bike]);
  expect(declarableProducts(products, "cpid_cancelled_before")).toEqual([]);
});
