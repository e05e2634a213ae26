import { expect, test } from "vitest";
import { productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import { french } from "#lib/insurance/claim-links/page/texts-fr.ts";
import { nameIn, purposeIn } from "#lib/insurance/claim-links/page/texts.ts";
import { documentsInEnglish, questionsInEnglish } from "#lib/insurance/claims/matrix-in-english.ts";
import { matrixOf } from "#lib/insurance/claims/rules/matrix.ts";

const subtypes = productTypeNames.flatMap((type) => Object.values(matrixOf(type) ?? {}));
const sorted = (texts: Iterable<string>) => [...new Set(texts)].toSorted((a, b) => a.localeCompare(b));

test("every question and document of the matrix has an English text, and no others do", () => {
  expect(sorted(Object.keys(questionsInEnglish))).toEqual(
    sorted(subtypes.flatMap(({ questions }) => questions.map(({ question }) => question))),
  );
  expect(sorted(Object.keys(documentsInEnglish))).toEqual(sorted(subtypes.flatMap(({ documents }) => documents.map(({ type }) => type))));
});

test("every document of the matrix has an explanation in both languages", () => {
  for (const { type } of subtypes.flatMap(({ documents }) => documents)) {
    expect(purposeIn("fr", type), type).toBeDefined();
    expect(purposeIn("en", type), type).not.toBe(purposeIn("fr", type));
  }
});

test("a document that a handler described in free text is shown unchanged", () => {
  expect(nameIn("en", "Photo of the lock")).toBe("Photo of the lock");
  expect(purposeIn("en", "Schlüssel")).toBeUndefined();
});

test("French has no space before a mark at which a phone could break the line", () => {
  const texts = JSON.stringify(french, (_name, value: unknown) =>
    typeof value === "function" ? (value as (...given: unknown[]) => string)(2, 3) : value,
  );
  const strings = [...texts.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text);
  expect(strings.length).toBeGreaterThan(80);
  expect(strings.filter((text) => / [:?!;%»]/.test(text))).toEqual([]);
});
