import { describe, expect, test } from "vitest";
import { claimSubtypes, claimTypes } from "#db/schema/enums.ts";
import { isProductType, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { documentOf, finishChange } from "#lib/insurance/claims/rules/change.ts";
import { errorOf, makeDocument, now, sampleClaimBody } from "#lib/insurance/claims/rules/claim.fixture.ts";
import { decideCreation } from "#lib/insurance/claims/rules/creation.ts";
import { matrixOf, subtypesByType } from "#lib/insurance/claims/rules/matrix.ts";
import type { DocumentRule, SubtypeMatrix } from "#lib/insurance/claims/rules/matrix.ts";
import type { ClaimSubtype } from "#lib/insurance/claims/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

type Answers = Record<string, string | boolean | null>;

/** The numbers of questions, mandatory documents and expected documents of each subtype, before any condition. */
const sizes = {
  bike: { total_theft: [6, 5, 4], partial_theft: [2, 5, 4], vandalism: [1, 4, 4], partial_break: [4, 4, 4] },
  "high-tech": { partial_break: [2, 7, 3], total_break: [2, 6, 3], partial_theft: [2, 1, 2], total_theft: [2, 1, 2], failure: [3, 7, 3] },
} as const;

const cases = Object.entries(sizes).flatMap(([productType, subtypes]) =>
  (Object.keys(subtypes) as ClaimSubtype[]).map((subtype) => {
    const matrix = isProductType(productType) ? matrixOf(productType)?.[subtype] : undefined;
    if (matrix === undefined) throw new Error(`the matrix has no ${subtype} of ${productType}`);
    return { productType: productType as ProductType, subtype, matrix };
  }),
);

function createWith(productType: ProductType, subtype: ClaimSubtype, questions: Answers): Claim {
  const type = claimTypes.find((each) => subtypesByType[each].includes(subtype)) ?? "theft";
  const startDate = new Date("2027-02-01T08:00:00.000Z");
  const { claim } = decideCreation(
    { ...sampleClaimBody, type, subtype, questions },
    {
      id: "claim_1",
      now,
      worldId: 1,
      isAttached: true,
      contract: { test: true },
      product: {
        productType,
        status: "open",
        startDate,
        endDate: now,
        data: { product_marked: "1" },
        catalogueData: { product_subtype: "s", brand: "b", model: "m" },
        lostAt: null,
      },
    },
  );
  return claim;
}

/** Answers every question: texts with a text, yes-or-no questions with no, except the given ones. */
function answersTo({ questions }: SubtypeMatrix, given: Answers = {}): Answers {
  return {
    ...Object.fromEntries(questions.map(({ question, answer }) => [question, answer === "text" ? "Une réponse" : false])),
    ...given,
  };
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

// rules/claims.md#matrix-1
test("there is a row for each subtype that the specification gives a product, and no other", () => {
  for (const productType of productTypeNames) {
    const expected = Object.keys((sizes as Partial<Record<ProductType, object>>)[productType] ?? {});
    expect(Object.keys(matrixOf(productType) ?? {}).toSorted()).toEqual(expected.toSorted());
  }
  expect(matrixOf("spaceship")).toBeUndefined();
});

test("every subtype is of one type", () => {
  expect(Object.values(subtypesByType).flat().toSorted()).toEqual([...claimSubtypes].toSorted());
});

describe.each(cases)("$subtype of $productType", ({ productType, subtype, matrix }) => {
  const create = (answers: Answers) => createWith(productType, subtype, answers);
  const categoryOf = (claim: Claim, type: string) => claim.entries.find((entry) => entry.type === type)?.category;

  test("asks for as many questions and documents as the specification", () => {
    const count = (category: string) => matrix.documents.filter((document) => document.category === category).length;
    const expected = (sizes as Record<string, Record<string, readonly number[]>>)[productType]?.[subtype];
    expect([matrix.questions.length, count("mandatory"), count("expected")]).toEqual(expected);
  });

  test.each(matrix.questions)("needs an answer to: $question", ({ question, answer }) => {
    const { [question]: _given, ...others } = answersTo(matrix);
    for (const answers of [others, { ...others, [question]: null }, { ...others, [question]: "  " }]) {
      expect(errorOf(() => create(answers))).toBe("QUESTIONS_INCOMPLETE");
      expect(messageOf(() => create(answers))).toMatch(/^questions: missing: /);
      expect(messageOf(() => create(answers))).toContain(`"${question}"`);
    }
    const wrong = answer === "text" ? true : "oui";
    expect(errorOf(() => create({ ...others, [question]: wrong }))).toBe("QUESTIONS_INCOMPLETE");
    expect(messageOf(() => create({ ...others, [question]: wrong }))).toMatch(/^questions: invalid: /);
    expect(messageOf(() => create({ ...others, [question]: wrong }))).toContain(`"${question}"`);
  });

  // rules/claims.md#matrix-2
  test("lists all missing and all invalid answers at once", () => {
    const message = messageOf(() => create({}));
    for (const { question } of matrix.questions) expect(message).toContain(`"${question}"`);
  });

  // rules/claims.md#matrix-4, #matrix-3
  test("keeps the partner's own questions, and the answers as they were sent", () => {
    const asTexts = Object.fromEntries(Object.entries(answersTo(matrix)).map(([question, answer]) => [question, String(answer)]));
    const sent = { ...asTexts, "Couleur ?": "rouge", "Assuré ailleurs ?": true };
    expect(create(sent).questions).toEqual(sent);
    expect(create({ ...sent, "Sans réponse ?": null }).questions).toEqual(sent);
  });

  // rules/claims.md#matrix-3
  test("requires the same documents whether a yes is sent as a boolean or as a text", () => {
    for (const yes of [true, false]) {
      const booleans = answersTo(
        matrix,
        Object.fromEntries(matrix.questions.filter((q) => q.answer === "boolean").map((q) => [q.question, yes])),
      );
      const texts = Object.fromEntries(Object.entries(booleans).map(([question, answer]) => [question, String(answer)]));
      expect(create(texts).entries).toEqual(create(booleans).entries);
    }
  });

  test.each(matrix.documents.filter(({ when }) => when.length === 0))("always requires: $type", ({ type, category }) => {
    for (const yes of [true, false]) {
      const all = Object.fromEntries(matrix.questions.filter((q) => q.answer === "boolean").map((q) => [q.question, yes]));
      expect(categoryOf(create(answersTo(matrix, all)), type)).toBe(category);
    }
  });

  // rules/claims.md#matrix-6
  test.each(matrix.documents.filter(({ when }) => when.length > 0))(
    "requires $type ($category) only on its conditions",
    (rule: DocumentRule) => {
      const { type, category, when } = rule;
      const holding = Object.fromEntries(when.map(({ question, is }) => [question, is]));
      expect(categoryOf(create(answersTo(matrix, holding)), type)).toBe(category);
      for (const { question, is } of when) {
        const other = matrix.documents.find((each) => each !== rule && each.type === type);
        const failing = create(answersTo(matrix, { ...holding, [question]: !is }));
        // Another rule may ask for the same document in another category.
        expect(categoryOf(failing, type)).toBe(other?.category);
      }
    },
  );

  // rules/claims.md#matrix-5
  test("can be submitted once the last mandatory document is there, in any order", () => {
    for (const yes of [true, false]) {
      const all = Object.fromEntries(matrix.questions.filter((q) => q.answer === "boolean").map((q) => [q.question, yes]));
      const draft = create(answersTo(matrix, all));
      expect(draft.canSubmit).toBe(false);
      const mandatory = draft.entries.filter(({ category }) => category === "mandatory").map(({ type }) => type);
      const optional = draft.entries.filter(({ category }) => category !== "mandatory").map(({ type }) => type);
      expect(mandatory.length).toBeGreaterThan(0);
      for (const order of [mandatory, mandatory.toReversed()]) {
        let claim = upload(draft, optional);
        expect(claim).toMatchObject({ canSubmit: false, draftStatus: "unmatched" });
        for (const [index, type] of order.entries()) {
          claim = upload(claim, [type]);
          expect(claim.canSubmit).toBe(index === order.length - 1);
        }
        expect(claim).toMatchObject({ status: "draft", draftStatus: "pending" });
        expect(documentOf(claim, order[0] ?? "")).toBeDefined();
      }
    }
  });
});

function upload(claim: Claim, types: readonly string[]): Claim {
  const documents = [...claim.documents, ...types.map((type) => makeDocument(type))];
  return finishChange(claim, { documents }, [], now).claim;
}
