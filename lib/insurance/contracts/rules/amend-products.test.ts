import { describe, expect, test } from "vitest";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { amendContract } from "#lib/insurance/contracts/endpoints.ts";
import { replaceProducts } from "#lib/insurance/contracts/rules/amend-products.ts";
import { after, before, days, hours, now, sampleContract, sampleProduct } from "#lib/insurance/contracts/rules/amend.fixture.ts";
import { faultsOf } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";

const faultOf = faultsOf(amendContract);

const startDate = before(hours(1));
const endDate = after(days(400));
const first = sampleProduct({ startDate, endDate, data: { user_name: "Anne", product_marked: "BK-1", colour: "red", size: 54 } });
const ended = { ...first, cpid: "cpid_ended", status: "terminated" as const };
const fresh = sampleContract({ startDate, endDate, products: [first, { ...first, cpid: "cpid_2" }, ended] });
const long = "x".repeat(501);
const iso = (date: Date) => date.toISOString();
const replace = (sent: unknown, contract: Contract = fresh) => replaceProducts(sent, contract, ["product_dates"], now);

describe("an amended entry", () => {
  test("is replaced by one with the merged data, and everything else stays", () => {
    expect(replace({ cpid_1: { user_name: "Bea", colour: "blue", year: 2026 } })).toEqual([
      { cpid: "cpid_1", startDate, endDate, data: { user_name: "Bea", product_marked: "BK-1", colour: "blue", size: 54, year: 2026 } },
    ]);
  });

  test("gets its own dates, with the feature product_dates", () => {
    expect(replace({ cpid_1: { end_date: iso(after(days(2))) } })).toEqual([
      { cpid: "cpid_1", startDate, endDate: after(days(2)), data: first.data },
    ]);
    const late = { ...first, startDate: after(days(3)) };
    expect(replace({ cpid_1: { start_date: iso(after(days(1))) } }, { ...fresh, products: [late] })).toMatchObject([
      { startDate: after(days(1)) },
    ]);
  });

  test("is not replaced where it already has the requested values", () => {
    expect(replace({ cpid_1: {}, cpid_2: { user_name: "Anne", size: 54, end_date: iso(endDate) } })).toEqual([]);
  });

  test("for a shared bike has no user", () => {
    const shared = {
      ...fresh,
      options: [...fresh.options, "sharing" as const],
      products: [{ ...first, data: { user_name: "Partagé", product_marked: "BK-1" } }],
    };
    expect(replace({ cpid_1: { user_name: "Bea" } }, shared)).toEqual([]);
  });

  test("may have texts of 500 characters", () => {
    const text = "x".repeat(500);
    expect(replace({ cpid_1: { product_marked: text, user_name: text, internal_id: text, colour: text } })[0]?.data).toMatchObject({
      product_marked: text,
      internal_id: text,
    });
  });
});

// rules/contracts.md#update-6
describe("the checks of an amended entry", () => {
  // rules/contracts.md#update-7
  test.each<[ErrorName, unknown]>([
    ["PRODUCTS_INVALID", [{ cpid: "cpid_1" }]],
    ["PRODUCTS_INVALID", null],
    ["CONTRACT_PRODUCT_UNKNOWN", { cpid_9: null }],
    ["CONTRACT_PRODUCT_UNKNOWN", JSON.parse('{"__proto__": {"user_name": "x"}}')],
    ["CONTRACT_PRODUCT_UNKNOWN", { constructor: {} }],
    ["CONTRACT_PRODUCT_UNKNOWN", { toString: {} }],
    ["CONTRACT_PRODUCT_NOT_OPEN", { cpid_ended: null }],
    ["PRODUCTS_INVALID", { cpid_1: null }],
    ["PRODUCTS_INVALID", { cpid_1: "BK-2" }],
    ["PRODUCT_MARKED_NOT_TEXT", { cpid_1: { product_marked: 7 } }],
    ["USER_NAME_NOT_TEXT", { cpid_1: { user_name: null } }],
    ["INTERNAL_ID_NOT_TEXT", { cpid_1: { internal_id: ["a"] } }],
    ["PRODUCT_MARKED_NOT_TEXT", { cpid_1: { product_marked: long } }],
    ["USER_NAME_NOT_TEXT", { cpid_1: { user_name: long } }],
    ["INTERNAL_ID_NOT_TEXT", { cpid_1: { internal_id: long } }],
    ["PRODUCT_MARKED_EMPTY", { cpid_1: { product_marked: "" } }],
    ["USER_NAME_EMPTY", { cpid_1: { user_name: " \t" } }],
    ["INTERNAL_ID_EMPTY", { cpid_1: { internal_id: "" } }],
    ["PRODUCTS_INVALID", { cpid_1: { colour: null } }],
    ["PRODUCTS_INVALID", { cpid_1: { colour: long } }],
    ["PRODUCTS_INVALID", { cpid_1: { data: { user_name: "Bea" } } }],
    ["PRODUCTS_INVALID", { cpid_1: JSON.parse('{"__proto__": "x"}') }],
    ["PRODUCTS_INVALID", { cpid_1: Object.fromEntries(Array.from({ length: 19 }, (_none, index) => [`own_${index}`, index])) }],
  ])("%s: %j", (name, sent) => expect(faultOf(() => replace(sent))).toBe(name));

  // rules/contracts.md#update-8
  test("refuse dates without the feature product_dates", () => {
    expect(faultOf(() => replaceProducts({ cpid_1: { end_date: "soon" } }, fresh, [], now))).toBe("PRODUCT_DATES_NOT_ENABLED");
  });

  test("refuse an entry that is invalid as a whole, whichever part of it changes", () => {
    const unnamed = { ...fresh, products: [{ ...first, data: { product_marked: "BK-1" } }] };
    expect(faultOf(() => replace({ cpid_1: { internal_id: "7" } }, unnamed))).toBe("BIKE_USER_NAME_MISSING");
    expect(replace({ cpid_1: { user_name: "Bea" } }, unnamed)).toHaveLength(1);
  });

  test("accept 18 new properties beside two existing ones, which is the limit of 20", () => {
    expect(replace({ cpid_1: Object.fromEntries(Array.from({ length: 18 }, (_none, index) => [`own_${index}`, index])) })).toHaveLength(1);
  });
});

describe("the first fault in the specified order answers, whichever entry has it:", () => {
  const errors: [ErrorName, Record<string, unknown>][] = [
    ["CONTRACT_PRODUCT_UNKNOWN", { cpid_9: {} }],
    ["CONTRACT_PRODUCT_NOT_OPEN", { cpid_ended: {} }],
    ["PRODUCT_MARKED_NOT_TEXT", { cpid_2: { product_marked: 1 } }],
    ["USER_NAME_EMPTY", { cpid_2: { user_name: "" } }],
    ["PRODUCT_DATES_NOT_ENABLED", { cpid_2: { start_date: iso(now) } }],
  ];
  const pairs = errors
    .slice(1)
    .map(([later, sent], index) => [errors[index]?.[0], later, { cpid_1: { colour: null }, ...sent, ...errors[index]?.[1] }] as const);
  test.each(pairs)("%s before %s", (earlier, _later, sent) => {
    expect(faultOf(() => replaceProducts(sent, fresh, [], now))).toBe(earlier);
  });

  // rules/contracts.md#update-7
  test("a field that is no text comes before an empty one in the same entry", () => {
    expect(faultOf(() => replace({ cpid_1: { product_marked: "", internal_id: 1 } }))).toBe("INTERNAL_ID_NOT_TEXT");
  });
});

// rules/contracts.md#update-8
describe("the new dates of an entry", () => {
  const old = before(hours(4) + 1);
  const grown = sampleContract({ startDate: old, endDate, products: [{ ...first, startDate: old }] });
  const oldest = sampleContract({ startDate: before(hours(4)), endDate, products: [{ ...first, startDate: before(hours(4)) }] });
  test.each<[ErrorName | undefined, Record<string, unknown>, Contract]>([
    ["INVALID_PERIOD", { start_date: "soon", end_date: iso(before(days(9))) }, fresh],
    ["INVALID_PERIOD", { end_date: null }, fresh],
    ["PRODUCT_START_BEFORE_CONTRACT", { start_date: iso(new Date(startDate.getTime() - 1)) }, fresh],
    ["PRODUCT_START_AFTER_CONTRACT", { start_date: iso(new Date(endDate.getTime() + 1)) }, fresh],
    ["PRODUCT_END_BEFORE_CONTRACT", { end_date: iso(new Date(startDate.getTime() - 1)) }, fresh],
    ["PRODUCT_END_AFTER_CONTRACT", { end_date: iso(new Date(endDate.getTime() + 1)) }, fresh],
    ["END_BEFORE_START", { end_date: iso(startDate) }, fresh],
    ["END_BEFORE_START", { start_date: iso(after(days(2))), end_date: iso(after(days(2))) }, fresh],
    ["PRODUCT_START_MOVED_LATER", { start_date: iso(before(1)) }, fresh],
    ["END_IN_PAST", { end_date: iso(now) }, fresh],
    ["PRODUCT_START_MOVED_LATER", { start_date: iso(new Date(startDate.getTime() + 1)) }, fresh],
    [undefined, { start_date: iso(startDate), end_date: iso(after(1)) }, fresh],
    ["DATES_FROZEN", { end_date: "soon" }, grown],
    [undefined, { end_date: iso(after(1)) }, oldest],
  ])("%s: %j", (name, sent, contract) => expect(faultOf(() => replace({ cpid_1: sent }, contract))).toBe(name));
});
