import { describe, expect, test } from "vitest";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { amendContract } from "#lib/insurance/contracts/endpoints.ts";
import { amendPeriod, moveProducts } from "#lib/insurance/contracts/rules/amend-period.ts";
import { after, before, days, hours, minutes, now, sampleContract, sampleProduct } from "#lib/insurance/contracts/rules/amend.fixture.ts";
import { faultsOf } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { addUtcMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";

const faultOf = faultsOf(amendContract);

const startDate = before(hours(1));
const short = sampleContract({ contractType: "LCD", startDate, endDate: after(days(3)), options: ["break", "theft"] });
const lmd = sampleContract({
  contractType: "LMD",
  startDate,
  endDate: addMonths(startDate, 3),
  options: ["break", "theft", "home_to_work"],
});
const longLmd = sampleContract({
  contractType: "LMD",
  startDate,
  endDate: addMonths(startDate, 8),
  options: ["break", "theft", "company"],
});
const iso = (date: Date) => date.toISOString();

describe("the new dates of a contract", () => {
  test.each<[string, ErrorName | undefined, Contract, { start_date?: unknown; end_date?: unknown }]>([
    ["a start that is no instant", "INVALID_PERIOD", short, { start_date: "2027-03-02" }],
    ["an end that is null", "INVALID_PERIOD", short, { end_date: null }],
    ["a start 30 minutes back", undefined, short, { start_date: iso(before(minutes(30))) }],
    ["a start a millisecond further back", "START_IN_PAST", short, { start_date: iso(before(minutes(30) + 1)) }],
    ["the start that it has, though longer ago", undefined, short, { start_date: iso(startDate) }],
    ["an end that is now", "END_IN_PAST", short, { end_date: iso(now) }],
    [
      "an end to come, before the new start",
      "END_BEFORE_START",
      short,
      { start_date: iso(after(days(1))), end_date: iso(after(hours(1))) },
    ],
    ["a start at the end", "END_BEFORE_START", short, { start_date: iso(short.endDate) }],
    ["31 days of an LCD", undefined, short, { end_date: iso(new Date(startDate.getTime() + days(31))) }],
    ["a millisecond more", "INVALID_PERIOD", short, { end_date: iso(new Date(startDate.getTime() + days(31) + 1)) }],
    ["an LMD just short of 6 months", undefined, lmd, { end_date: iso(new Date(addMonths(startDate, 6).getTime() - 1)) }],
    ["an LMD of 6 months without a party", "LMD_LONG_OPTIONS_INCOMPLETE", lmd, { end_date: iso(addMonths(startDate, 6)) }],
    ["an LMD that falls under 6 months with a party", "OPTION_NOT_ALLOWED", longLmd, { end_date: iso(addMonths(startDate, 2)) }],
  ])("%s: %s", (_dates, error, contract, sent) => {
    expect(faultOf(() => amendPeriod(sent, contract, [], now))).toBe(error);
  });

  test("options are not checked again while the term stays, even if a feature was turned off", () => {
    const contract = { ...lmd, options: [...lmd.options, "assistance_standard" as const] };
    expect(amendPeriod({ end_date: iso(addMonths(startDate, 4)) }, contract, [], now).endDate).toEqual(addMonths(startDate, 4));
  });
});

// rules/contracts.md#update-10
describe("products follow the dates of their contract:", () => {
  const { endDate } = short;
  const move = (from: Date, until: Date, product: Partial<Contract["products"][number]> = {}) =>
    moveProducts({ ...short, products: [sampleProduct({ startDate, endDate, ...product })] }, { startDate: from, endDate: until }, now).map(
      (moved) => [moved.startDate, moved.endDate],
    );

  test.each([
    ["one as long as the contract moves with it", {}, [after(days(1)), after(days(9))]],
    ["one that was added later keeps its start", { startDate: after(days(2)) }, [after(days(2)), after(days(9))]],
    ["one that began before the new start begins with it", { startDate: now }, [after(days(1)), after(days(9))]],
    ["one with its own end keeps it", { endDate: after(days(2)) }, [after(days(1)), after(days(2))]],
    ["one whose removal is planned for the contract's end keeps that day", { endReason: "sold" }, [after(days(1)), endDate]],
  ])("%s", (_which, product, period) => expect(move(after(days(1)), after(days(9)), product)).toEqual([period]));

  test("one that outlasts the new end is cut to it", () => {
    expect(move(startDate, after(days(1)), { endDate: after(days(2)) })).toEqual([[startDate, after(days(1))]]);
  });

  test("nothing moves and nothing is checked where the period stays the same", () => {
    expect(move(startDate, endDate)).toEqual([]);
    expect(move(startDate, endDate, { endDate: after(days(30)) })).toEqual([]);
    expect(move(after(days(1)), endDate, { status: "cancel" })).toEqual([]);
    expect(move(after(days(1)), endDate, { endDate: now })).toEqual([]);
  });

  test.each([
    ["END_BEFORE_START", startDate, after(days(2)), { startDate: after(days(2)) }],
    ["END_BEFORE_START", after(days(2)), after(days(9)), { endDate: after(days(2)) }],
    ["PRODUCT_START_AFTER_CONTRACT", startDate, after(days(2)), { startDate: after(days(3)) }],
    ["PRODUCT_END_BEFORE_CONTRACT", after(days(2)), after(days(9)), { endDate: after(days(1)) }],
  ] as const)("%s answers where nothing is left of a product's period", (error, from, until, product) =>
    expect(faultOf(() => move(from, until, product))).toBe(error),
  );
});
