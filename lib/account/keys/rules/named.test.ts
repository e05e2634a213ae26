import { expect, test } from "vitest";
import { reduceRights } from "#lib/account/keys/rules/named.ts";
import { covers, rights } from "#lib/platform/wire/rights.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

// rules/access.md#rights-1
test.each<[Right[], Right[]]>([
  [["read", "full"], ["full"]],
  [
    ["claims:read", "contracts:write", "contracts:read"],
    ["contracts:write", "claims:read"],
  ],
  [
    ["read", "events:read", "claims:write"],
    ["read", "claims:write"],
  ],
  [["products:read"], ["products:read"]],
])("%j says the same as %j", (chosen, reduced) => {
  expect(reduceRights(chosen)).toEqual(reduced);
  for (const right of rights) expect(covers(reduced, right), right).toBe(covers(chosen, right));
});

// rules/access.md#rights-2
test.each<[Right[], Right | null, boolean]>([
  [["full"], "full", true],
  [["full"], "claims:write", true],
  [["read"], "read", true],
  [["read"], "claims:read", true],
  [["read"], "claims:write", false],
  [["read"], "full", false],
  [["claims:write"], "claims:read", true],
  [["claims:write"], "contracts:read", false],
  [["claims:write"], "read", false],
  [["claims:read"], "claims:write", false],
  [["claims:read"], null, true],
])("a key with %j may do what needs %s: %s", (granted, needed, isAllowed) => {
  expect(covers(granted, needed)).toBe(isAllowed);
});
