import { describe, expect, test } from "vitest";
import { contractTypes } from "#lib/catalogue.ts";
import type { ContractType } from "#lib/catalogue.ts";
import { faultOf } from "#lib/contracts/rules/creation.fixture.ts";
import type { Feature } from "#lib/partners/schema.ts";
import { decideFirstRenewal } from "#lib/renewals/rules/first.ts";
import { noon } from "#lib/renewals/rules/renewal.fixture.ts";

const period = { startDate: noon("2027-01-31"), endDate: noon("2028-02-29") };
const decide = (contractType: ContractType, wantsRenewal: boolean | undefined, features: Feature[] = []) =>
  decideFirstRenewal({ ...period, contractType, wantsRenewal }, features);
const made = { useNotification: true, durationMonths: 13, extension: 0 };

describe("a contract is created with a renewal", () => {
  test.each(["LMD", "LLD"] as const)("where an %s asks for it", (type) => {
    expect(decide(type, true)).toEqual({ ...made, defaultApplication: false });
    expect(decide(type, true, ["renew_by_default"])).toEqual({ ...made, defaultApplication: false });
  });

  test.each(["LMD", "LLD"] as const)("where an %s says nothing and the partner renews by default", (type) => {
    expect(decide(type, undefined, ["renew_by_default"])).toEqual({ ...made, defaultApplication: true });
  });
});

describe("a contract is created without a renewal", () => {
  test.each(contractTypes)("where an %s says nothing and nothing else is the default", (type) => {
    expect(decide(type, undefined, ["bulk_renewals", "test_contracts"])).toBeNull();
  });

  test.each(contractTypes)("where an %s refuses it, whatever the default", (type) => {
    expect(decide(type, false, ["renew_by_default"])).toBeNull();
  });

  test("where it is an LCD, whatever the default", () => {
    expect(decide("LCD", undefined, ["renew_by_default"])).toBeNull();
  });
});

test("an LCD that asks for a renewal is refused (5050)", () => {
  expect(faultOf(() => decide("LCD", true))).toBe("RENEWAL_NOT_OFFERED");
});
