import fc from "fast-check";
import { expect, test } from "vitest";
import { shortPath } from "#components/calls/call-link.tsx";

test.each([
  ["/v2/contracts", "/v2/contracts"],
  ["/v2/contracts/01M7ZZ0CJ22AX7JAX1YSYQCMBH/automaticRenewal/current", "/v2/contracts/01M7ZZ…CMBH/automaticRenewal/current"],
  ["/v2/contracts/action/automaticRenewals", "/v2/contracts/action/automaticRenewals"],
  ["/v2/geo/getCitiesSuggestions/FR/75002", "/v2/geo/getCitiesSuggestions/FR/75002"],
  ["/v2/products/873c876e-65cb-411c-bc1a-e73c9125c47b", "/v2/products/873c87…c47b"],
  ["", ""],
])("the path %s is shown as %s", (path, shown) => {
  expect(shortPath(path)).toBe(shown);
});

test("a shortened path keeps its parts and is never longer", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (parts) => {
      const path = parts.join("/");
      expect(shortPath(path).split("/").length).toBe(path.split("/").length);
      expect(shortPath(path).length).toBeLessThanOrEqual(path.length);
    }),
  );
});
