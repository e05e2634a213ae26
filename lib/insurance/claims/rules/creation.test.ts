import { describe, expect, test } from "vitest";
import { createClaimBody, updateClaimBody } from "#lib/insurance/claims/requests.ts";
import type { CreateClaimBody } from "#lib/insurance/claims/requests.ts";
import { errorOf, now, sampleClaimBody } from "#lib/insurance/claims/rules/claim.fixture.ts";
import { decideCreation } from "#lib/insurance/claims/rules/creation.ts";
import type { CreationFacts, InsuredProduct } from "#lib/insurance/claims/rules/creation.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";

const product: InsuredProduct = {
  productType: "bike",
  status: "open",
  startDate: new Date("2027-02-01T08:00:00.000Z"),
  endDate: new Date("2027-02-15T08:00:00.000Z"),
  data: { product_marked: "BC-12345", user_name: "Ada Martin", internal_id: "fleet-0042" },
  catalogueData: { product_subtype: "electric", brand: "Moustache", model: "Lundi 27", colour: "red", gears: null },
  lostAt: null,
};
const facts: CreationFacts = { id: "claim_1", now, worldId: 1, isAttached: true, contract: { test: true }, product };

const decide = (changes: Partial<CreateClaimBody> = {}, factChanges: Partial<CreationFacts> = {}) =>
  decideCreation({ ...sampleClaimBody, ...changes }, { ...facts, ...factChanges });
const ofProduct = (changes: Partial<InsuredProduct>): Partial<CreationFacts> => ({ product: { ...product, ...changes } });

/** Each step: the error that answers, and the correction that leads to the next one. Later errors are present all the time. */
const steps: readonly (readonly [ErrorName, Partial<CreateClaimBody>, Partial<CreationFacts>])[] = [
  ["UNAUTHORIZED_USER", {}, { isAttached: true }],
  ["CLAIM_CONTRACT_NOT_FOUND", {}, { contract: { test: true } }],
  ["CLAIM_PRODUCT_NOT_FOUND", {}, ofProduct({ status: "cancel", productType: "event" })],
  ["CLAIM_PRODUCT_NOT_FOUND", {}, ofProduct({ productType: "event" })],
  ["UNSUPPORTED_PRODUCT_TYPE", {}, { product }],
  ["INVALID_SUBTYPE_FOR_PRODUCT", { subtype: "total_break" }, {}],
  ["INVALID_SUBTYPE_FOR_PRODUCT", { subtype: "partial_break" }, {}],
  ["INVALID_TYPE_FOR_SUBTYPE", { type: "break" }, {}],
  ["CLAIM_VALIDATION_ERROR", { claimAt: "2027-02-15T08:00:00.001Z" }, {}],
  ["CLAIM_VALIDATION_ERROR", { claimAt: "2027-02-01T07:59:59.999Z" }, {}],
  ["CLAIM_VALIDATION_ERROR", { claimAt: "2027-02-01T08:00:00Z" }, {}],
  ["QUESTIONS_INCOMPLETE", { questions: sampleClaimBody.questions }, {}],
];

// rules/claims.md#create-2, #create-3
test("the first failing check answers, in the order of the specification", () => {
  let body: CreateClaimBody = {
    ...sampleClaimBody,
    type: "theft",
    subtype: "flood",
    claimAt: "2027-02-16T08:05:00.001Z",
    questions: {},
  };
  let known: CreationFacts = { ...facts, isAttached: false, contract: undefined, product: undefined };
  for (const [error, changes, factChanges] of steps) {
    expect(errorOf(() => decideCreation(body, known))).toBe(error);
    body = { ...body, ...changes };
    known = { ...known, ...factChanges };
  }
  expect(errorOf(() => decideCreation(body, known))).toBeUndefined();
});

// rules/claims.md#matrix-8
test.each([
  ["decomposed accents", (text: string) => text.normalize("NFD")],
  ["no-break and double spaces", (text: string) => ` ${text.replaceAll(" ", "\u00A0")} `],
  ["no blank before the question mark", (text: string) => text.replace(" ?", "?")],
])("an answer to a question that is typed with %s counts, and has the spelling of the catalogue", (_name, spell) => {
  const questions = Object.fromEntries(Object.entries(sampleClaimBody.questions).map(([question, answer]) => [spell(question), answer]));
  expect(questions).not.toEqual(sampleClaimBody.questions);
  expect(decide({ questions }).claim.questions).toEqual(decide().claim.questions);
});

// rules/claims.md#matrix-8
test("a question that is answered in two spellings is 1001, and the message has both", () => {
  const [question = ""] = Object.keys(sampleClaimBody.questions);
  const twice = () => decide({ questions: { ...sampleClaimBody.questions, [question.replace(" ?", "?")]: "Le cadre" } });
  expect(errorOf(twice)).toBe("QUESTIONS_INCOMPLETE");
  expect(twice).toThrow(`"${question}" and "${question.replace(" ?", "?")}" are the same question; answer it once`);
  const own = { "Notre référence ?": "1", "Notre référence?": "2" };
  expect(errorOf(() => decide({ questions: { ...sampleClaimBody.questions, ...own } }))).toBe("QUESTIONS_INCOMPLETE");
  const unanswered = { ...sampleClaimBody.questions, [question.replace(" ?", "?")]: null };
  expect(decide({ questions: unanswered }).claim.questions).toEqual(decide().claim.questions);
});

// rules/errors.md#requests-15
test("1001 names the question that was sent in place of a missing one", () => {
  const { "Quels éléments du matériel sont cassés ?": answer, ...others } = sampleClaimBody.questions;
  const misspelt = { ...others, "Quels élements du materiel sont cassés ?": answer ?? null, "Notre référence": "7" };
  expect(() => decide({ questions: misspelt })).toThrow(
    'missing: "Quels éléments du matériel sont cassés ?" (a text); Quels élements du materiel sont cassés ? was sent',
  );
  expect(() => decide({ questions: { ...others, "Notre référence": "7" } })).toThrow(/\(a text\)$/);
});

// rules/claims.md#matrix-4
test.each(["__proto__", "constructor", "toString", ""])("a question of the partner's own is kept under the name %j", (name) => {
  const questions = { ...sampleClaimBody.questions, ...(JSON.parse(`{"${name}":"own"}`) as object) };
  expect(Object.entries(decide({ questions }).claim.questions)).toContainEqual([name, "own"]);
});

describe("a claim can be made", () => {
  test.each(["open", "closed", "terminated", "has_been_replaced"] as const)("on a product that is %s, since it was covered", (status) => {
    expect(decide({}, ofProduct({ status })).claim.status).toBe("draft");
  });

  test.each(["2027-02-01T08:00:00Z", "2027-02-15T08:00:00Z", "2027-02-10T01:00:00+02:00"])(
    "of %s, when the product was covered",
    (claimAt) => {
      expect(decide({ claimAt }).claim.claimAt).toEqual(new Date(claimAt));
    },
  );

  // rules/claims.md#create-4
  test("for a loss at this very moment", () => {
    const { claim } = decide({ claimAt: now.toISOString() }, ofProduct({ endDate: new Date("2027-03-01T00:00:00Z") }));
    expect(claim.claimAt).toEqual(now);
  });
});

// rules/claims.md#create-7
test("a new draft waits for its documents and emits one event", () => {
  const { claim, events } = decide();
  expect(events).toEqual(["v2.claim.draft.created"]);
  expect(claim).toMatchObject({ status: "draft", canSubmit: false, claimId: null, statusSince: now, createdAt: now, updatedAt: now });
});

// rules/claims.md#create-9
test("the product is copied as it is in the contract and the catalogue", () => {
  expect(decide().claim.product).toEqual({
    type: "bike",
    subtype: "electric",
    brand: "Moustache",
    model: "Lundi 27",
    productMarked: "BC-12345",
    internalId: "fleet-0042",
    custom: { colour: "red", gears: null },
  });
  expect(decide({}, ofProduct({ data: { product_marked: "BC-1" } })).claim.product.internalId).toBeNull();
});

test("a claim is a test if its contract is", () => {
  expect(decide({}, { contract: { test: false } }).claim.test).toBe(false);
});

// rules/claims.md#create-6
test("missing fields of the insured are left out instead of null", () => {
  const { insured } = sampleClaimBody;
  expect(decide({ insured: { ...insured, email: null, company: null } }).claim.insured).toEqual(insured);
  expect(decide({ insured: { ...insured, email: "ada@example.com", company: "Ada SA" } }).claim.insured).toEqual({
    ...insured,
    email: "ada@example.com",
    company: "Ada SA",
  });
});

/** The sample body with a value at a path; undefined removes the field. */
function withField(path: string, value: unknown): unknown {
  const body = structuredClone(sampleClaimBody) as Record<string, unknown>;
  const names = path.split(".");
  const last = names.pop() ?? "";
  const holder = names.reduce<Record<string, unknown>>((part, name) => part[name] as Record<string, unknown>, body);
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else holder[last] = value;
  return body;
}

const tooLong = "x".repeat(501);

describe("the body of a creation", () => {
  const required = [
    ...["userId", "contractId", "contractProductId", "type", "subtype", "claimAt", "description", "questions", "insured", "location"],
    ...["insured.firstName", "insured.lastName", "insured.phoneNumber"],
    ...["location.address", "location.city", "location.country", "location.zipcode"],
  ];
  // rules/claims.md#create-1
  test.each(required)("requires %s", (path) => {
    for (const value of [undefined, null, 7, [], ""]) {
      const { error } = createClaimBody.safeParse(withField(path, value));
      expect(error?.issues[0]?.path.join("."), `${path} = ${JSON.stringify(value)}`).toBe(path);
    }
  });

  // rules/claims.md#create-5
  test.each([
    ["type", "fire"],
    ["claimAt", "2027-02-14"],
    ["claimAt", "2027-02-14T17:30:00"],
    ["claimAt", "2027-02-30T17:30:00Z"],
    ["description", "x".repeat(49)],
    ["description", " ".repeat(60)],
    ["description", "x".repeat(5001)],
    ["userId", "x".repeat(129)],
    ["insured.firstName", tooLong],
    ["insured.email", "ada"],
    ["location.city", tooLong],
    ["questions.own", 7],
    ["questions.own", { a: 1 }],
    ["questions.own", "x".repeat(5001)],
    ["insured.firstName", "\u200B\u2800"],
    ["insured.email", "ada@example..org"],
    ["insured.phoneNumber", "\u202Acall me\u202C"],
    ["location.address", "\u3164"],
    ["location.country", "France"],
    ["location.country", "FRA"],
  ])("refuses a wrong %s: %s", (path, value) => {
    const { error } = createClaimBody.safeParse(withField(path, value));
    expect(error?.issues[0]?.path.join(".")).toBe(path);
  });

  test("refuses more answers than the limit, and accepts exactly as many", () => {
    const answers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`question ${index}`, true]));
    expect(createClaimBody.safeParse(withField("questions", answers(101))).success).toBe(false);
    expect(createClaimBody.safeParse(withField("questions", answers(100))).success).toBe(true);
  });

  test.each([
    ["description", "x".repeat(50)],
    ["description", "🚲".repeat(50)],
    ["insured.email", null],
    ["insured.company", undefined],
    ["questions.own", null],
    ["subtype", "flood"],
  ])("accepts %s: %s", (path, value) => {
    expect(createClaimBody.safeParse(withField(path, value)).success).toBe(true);
  });
});

test("a country is stored in capitals, whoever typed it", () => {
  const body = withField("location.country", " fr ");
  expect(createClaimBody.safeParse(body).data?.location.country).toBe("FR");
});

describe("the body of an update", () => {
  // rules/claims.md#change-1
  test.each([
    ["", {}],
    ["colour", { colour: "red" }],
    ["description", { description: "too short" }],
    ["description", { description: null }],
    ["location", { location: "Lyon" }],
    ["location.city", { location: { city: "" } }],
    ["location.city", { location: { city: null } }],
    ["type", { type: "theft" }],
    ["subtype", { description: "x".repeat(50), subtype: "total_theft" }],
    ["claimAt", { claimAt: "2027-02-14T17:30:00Z" }],
    ["questions", { questions: {} }],
    ["insured", { insured: {} }],
    ["status", { status: "closed" }],
    ["contractId", { contractId: "cid_2" }],
    ["userId", { location: { city: "Lyon" }, userId: "renter-nice" }],
  ])("is refused at %j for %j", (path, body) => {
    expect(updateClaimBody.safeParse(body).error?.issues[0]?.path.join(".")).toBe(path);
  });

  test.each([{ description: "x".repeat(50) }, { location: { city: "Lyon" } }])("accepts %j", (body) => {
    expect(updateClaimBody.safeParse(body).success).toBe(true);
  });
});
