import { describe, expect, test } from "vitest";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { errorsInFrench } from "#lib/platform/errors/in-french.ts";

const names = Object.keys(errorCatalogue) as ErrorName[];

/** Literals: fields, endpoints, values in capitals, instants. */
function literalsOf(text: string): string[] {
  return (
    text.match(
      /\b[a-z]+(?:_[a-z]+)+\b|\/[\w/{}]+|\b(?:GET|POST|PATCH|DELETE|LCD|LMD|LLD|FR|BE|IT|RE|ISO 8601)\b|\d{4}-\d\d-\d\d\S*[Z\d]/g,
    ) ?? []
  );
}

describe("errors in French", () => {
  test.each(names)("name the same fields and endpoints as in English: %s", (name) => {
    const [english, french] = [errorCatalogue[name], errorsInFrench[name]];
    expect([...new Set(literalsOf(french.meaning))].toSorted()).toEqual([...new Set(literalsOf(english.meaning))].toSorted());
    expect([...new Set(literalsOf(french.cure))].toSorted()).toEqual([...new Set(literalsOf(english.cure))].toSorted());
  });

  test("follow French punctuation", () => {
    for (const { meaning, cure } of Object.values(errorsInFrench)) {
      for (const text of [meaning, cure]) {
        const prose = text.replaceAll(/\{.*?\}|\[.*?\]/g, "");
        expect(prose).not.toContain("'");
        expect(prose).not.toMatch(/[^\u00A0][;:!?](?:\s|$)/);
      }
      expect(cure).toMatch(/^\p{Lu}.*\.$/u);
    }
  });
});
