import { describe, expect, test } from "vitest";
import { documentedErrors, errorGroups } from "#components/docs/reference/error-groups.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";

describe("the errors page", () => {
  test("lists every error of the catalogue once, so that each anchor is unique", () => {
    const shown = Object.values(errorGroups).flat();
    expect(shown.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
  });

  test('lists under "every call" only errors that no operation answers by itself', () => {
    for (const [group, errors] of documentedErrors("en")) {
      for (const { name, operations } of errors) expect(operations.length === 0, name).toBe(group === "everyCall");
    }
  });
});
