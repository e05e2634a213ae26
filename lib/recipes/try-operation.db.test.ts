import { expect, test } from "vitest";
import { triedRequest } from "#lib/recipes/try-operation.ts";

const faultsOf = (params: Record<string, string>) =>
  triedRequest.safeParse({ operation: "getAutomaticRenewalById", params, query: {} }).error?.issues.map(({ path }) => path.join("."));

test("a parameter of the path that is missing, empty or no segment is named", () => {
  expect(faultsOf({ contractId: "01JD", arid: "ar_1" })).toBeUndefined();
  expect(faultsOf({ contractId: "", arid: ".." })).toEqual(["params.contractId", "params.arid"]);
  expect(faultsOf({})).toEqual(["params.contractId", "params.arid"]);
});
