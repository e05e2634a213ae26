import { expect, test } from "vitest";
import { rolesOf } from "#components/shell/navigation.ts";

// rules/authority.md#roles-10
test.each([
  ["/development/keys?from=1", ["owner", "developer", "developer-member"]],
  ["/production/claims/CLM-100001", ["owner", "developer-member", "member"]],
  ["/support/staff", ["administrator"]],
  ["/support/partners/part_1", ["support"]],
  ["/production/settings/team", ["owner"]],
  ["/production/settings/notices", ["owner"]],
  ["/development/activity", ["owner"]],
  ["/production/somewhere", []],
])("the refusal of %s names the roles that may open it", (path, roles) => {
  expect(rolesOf(path)).toEqual(roles);
});
