import { expect, test } from "vitest";
import { rolesOf } from "#components/shell/navigation.ts";

test.each([
  ["/development/keys?from=1", ["owner"]],
  ["/production/claims/CLM-100001", ["owner", "member"]],
  ["/support/staff", ["administrator"]],
  ["/support/partners/part_1", ["support"]],
  ["/settings/team", ["owner"]],
  ["/production/somewhere", []],
])("the refusal of %s names the roles that may open it", (path, roles) => {
  expect(rolesOf(path)).toEqual(roles);
});
