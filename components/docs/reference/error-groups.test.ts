import { describe, expect, test } from "vitest";
import { errorGroupNames, errorGroups, findErrors } from "#components/docs/reference/error-groups.ts";
import { errorCatalogue } from "#lib/errors/catalogue.ts";

const names = (found: ReturnType<typeof findErrors>) => found.flatMap(([, errors]) => errors.map(({ name }) => name));

describe("the errors page", () => {
  test("lists every error of the catalogue once, so that each anchor is unique", () => {
    const shown = Object.values(errorGroups).flat();
    expect(shown.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
    expect(names(findErrors({}))).toEqual(shown);
  });

  test.each([
    { asked: { search: "9002" }, found: ["INVALID_API_KEY"] },
    { asked: { search: "siren  missing" }, found: ["SIREN_MISSING"] },
    { asked: { search: "rate_limited" }, found: ["RATE_LIMITED"] },
    { asked: { search: "99888", group: "everyCall" }, found: ["RATE_LIMITED"] },
    { asked: { group: "settings" }, found: ["INSUFFICIENT_PERMISSIONS", "OPEN_CONTRACTS_LIMIT"] },
    { asked: { search: "9002", group: "renewals" }, found: [] },
    { asked: { search: "no such words anywhere" }, found: [] },
    { asked: { search: "étalez les appels", language: "fr-FR" }, found: ["RATE_LIMITED"] },
    { asked: { search: "étalez les appels", language: "en-GB" }, found: [] },
    { asked: { search: "too many requests", language: "fr-FR" }, found: ["RATE_LIMITED"] },
  ] as const)("finds $found for $asked", ({ asked, found }) => {
    expect(names(findErrors(asked))).toEqual(found);
  });

  test('lists under "every call" only errors that no operation answers by itself', () => {
    for (const [group, errors] of findErrors({})) {
      for (const { name, operations } of errors) expect(operations.length === 0, name).toBe(group === "everyCall");
    }
  });

  test.each(errorGroupNames)("shows the group %s alone on request", (group) => {
    expect(findErrors({ group }).map(([name]) => name)).toEqual([group]);
  });
});
