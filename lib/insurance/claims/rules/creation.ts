import { claimSubtypes } from "#db/schema/enums.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import type { CreateClaimBody } from "#lib/insurance/claims/requests.ts";
import { entriesFor, finishChange, isYes } from "#lib/insurance/claims/rules/change.ts";
import type { ClaimChange } from "#lib/insurance/claims/rules/change.ts";
import { matrixOf, subtypesByType } from "#lib/insurance/claims/rules/matrix.ts";
import type { Question, SubtypeMatrix } from "#lib/insurance/claims/rules/matrix.ts";
import type { ClaimInsured, ClaimProduct, ClaimSubtype } from "#lib/insurance/claims/schema.ts";
import type { ContractProductData } from "#lib/insurance/contracts/schema.ts";
import type { ProductData } from "#lib/insurance/products/schema.ts";
import { notAttached } from "#lib/insurance/renters/rules/attachment.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { isBlank, textKey } from "#lib/platform/text/characters.ts";
import { parseInstant } from "#lib/platform/time/dates.ts";
import { sentInstead } from "#lib/platform/wire/unknown-names.ts";

export interface InsuredProduct {
  productType: ProductType;
  status: ContractProductStatus;
  startDate: Date;
  endDate: Date;
  data: ContractProductData;
  catalogueData: ProductData;
  /** When it was stolen as a whole, by a claim that was paid; null if it was not. */
  lostAt: Date | null;
}

export interface CreationFacts {
  id: string;
  now: Date;
  worldId: number;
  isAttached: boolean;
  contract: { test: boolean } | undefined;
  product: InsuredProduct | undefined;
}

/**
 * Decides on a body of `POST /claims` whose shape is valid. The first failing check answers (rules/claims.md#create-2):
 * 9003 · 2002 · 2003 · 1008 · 1004 · 1007 · 1000 claimAt · 1001.
 */
export function decideCreation(body: CreateClaimBody, { id, now, worldId, isAttached, contract, product }: CreationFacts): ClaimChange {
  if (!isAttached) throw notAttached("userId", body.userId);
  if (contract === undefined) throw new ApiError("CLAIM_CONTRACT_NOT_FOUND");
  // A cancelled product was never covered.
  if (product === undefined || product.status === "cancel") throw new ApiError("CLAIM_PRODUCT_NOT_FOUND");
  const claimedAt = parseInstant(body.claimAt);
  if (product.lostAt !== null && claimedAt !== undefined && claimedAt > product.lostAt) {
    throw new ApiError("CLAIM_PRODUCT_NOT_FOUND", `the cover of the product ended with its total theft on ${product.lostAt.toISOString()}`);
  }
  const { subtype, matrix } = readSubtype(body, product.productType);
  const claimAt = readClaimAt(body.claimAt, product, now);
  const questions = readAnswers(body.questions, matrix.questions);

  const draft: Claim = {
    id,
    claimId: null,
    worldId,
    uid: body.userId,
    cid: body.contractId,
    cpid: body.contractProductId,
    test: contract.test,
    draftStatus: "unmatched",
    stage: null,
    status: "draft",
    statusSince: now,
    canSubmit: false,
    type: body.type,
    subtype,
    claimAt,
    description: body.description,
    product: snapshot(product),
    location: body.location,
    insured: withoutNulls(body.insured),
    questions,
    entries: entriesFor(matrix, questions),
    note: null,
    rejectionReason: null,
    cancelReason: null,
    handlerId: null,
    createdAt: now,
    updatedAt: now,
    submittedAt: null,
    closedAt: null,
    reopenedAt: null,
    abandonedAt: null,
    erasedAt: null,
    documents: [],
    settlements: [],
  };
  const { claim, events } = finishChange(draft, {}, ["v2.claim.draft.created"], now);
  return { claim: { ...claim, updatedAt: now }, events };
}

function readSubtype({ type, subtype: sent }: CreateClaimBody, productType: ProductType): { subtype: ClaimSubtype; matrix: SubtypeMatrix } {
  const { subtype, matrix } = findMatrix(sent, productType);
  if (!subtypesByType[type].includes(subtype)) {
    throw fieldError("INVALID_TYPE_FOR_SUBTYPE", "type", `: ${subtype} is none of ${type}, which has ${subtypesByType[type].join(", ")}`);
  }
  return { subtype, matrix };
}

/** The questions and documents of a subtype: 1008 for a product type without any, 1004 for another subtype. */
export function findMatrix(sent: string, productType: ProductType): { subtype: ClaimSubtype; matrix: SubtypeMatrix } {
  const ofProduct = matrixOf(productType);
  if (ofProduct === undefined) {
    throw new ApiError("UNSUPPORTED_PRODUCT_TYPE", `claims on products of the type ${productType} are not taken over the API`);
  }
  const subtype = claimSubtypes.find((name) => name === sent);
  const matrix = subtype === undefined ? undefined : ofProduct[subtype];
  if (subtype === undefined || matrix === undefined) {
    const accepted = Object.keys(ofProduct).join(", ");
    throw fieldError("INVALID_SUBTYPE_FOR_PRODUCT", "subtype", `: for ${productType} it must be one of ${accepted}`);
  }
  return { subtype, matrix };
}

function readClaimAt(sent: string, { startDate, endDate }: InsuredProduct, now: Date): Date {
  const claimAt = parseInstant(sent);
  if (claimAt === undefined) throw fieldError("CLAIM_VALIDATION_ERROR", "claimAt", ": must be an ISO 8601 instant with an offset");
  if (claimAt > now) throw fieldError("CLAIM_VALIDATION_ERROR", "claimAt", ": must not be in the future");
  if (claimAt < startDate || claimAt > endDate) {
    throw fieldError(
      "CLAIM_VALIDATION_ERROR",
      "claimAt",
      `: the product was covered from ${startDate.toISOString()} to ${endDate.toISOString()}`,
    );
  }
  return claimAt;
}

/**
 * The answers that are not null, under the catalogue's spelling of each question (rules/claims.md#matrix-8); 1001 for a question that is
 * answered twice, in two spellings.
 */
function spellQuestions(sent: CreateClaimBody["questions"], questions: readonly Question[]): Record<string, string | boolean> {
  const spellings = new Map(questions.map(({ question }) => [textKey(question), question]));
  const given = Object.entries(sent).flatMap(([question, answer]) =>
    answer === null ? [] : [{ question, answer, key: textKey(question) }],
  );
  const twice = given.find(({ key }, place) => given.findIndex((other) => other.key === key) < place);
  if (twice !== undefined) {
    const [one, other] = given.filter(({ key }) => key === twice.key).map(({ question }) => `"${question}"`);
    throw fieldError("QUESTIONS_INCOMPLETE", "questions", `: ${one} and ${other} are the same question; answer it once`);
  }
  return Object.fromEntries(given.map(({ question, answer, key }) => [spellings.get(key) ?? question, answer]));
}

/** Reads the answers without the empty ones; 1001 lists missing answers and answers of the wrong type. */
function readAnswers(sent: CreateClaimBody["questions"], questions: readonly Question[]): Record<string, string | boolean> {
  const answers = spellQuestions(sent, questions);
  const known = questions.map(({ question }) => question);
  const isGiven = (question: string) => Object.hasOwn(answers, question) && !isBlank(String(answers[question]));
  const missing = questions.filter(({ question }) => !isGiven(question));
  const invalid = questions.filter(
    ({ question, answer }) =>
      isGiven(question) && (answer === "boolean" ? isYes(answers[question]) === undefined : typeof answers[question] !== "string"),
  );
  const errors = [
    ...(missing.length > 0
      ? [`missing: ${missing.map((one) => describe(one) + sentInstead(one.question, answers, known)).join(", ")}`]
      : []),
    ...(invalid.length > 0 ? [`invalid: ${invalid.map(describe).join(", ")}`] : []),
  ];
  if (errors.length > 0) throw fieldError("QUESTIONS_INCOMPLETE", "questions", `: ${errors.join("; ")}`);
  return answers;
}

function describe({ question, answer }: Question): string {
  return `"${question}" (${answer === "boolean" ? "true or false" : "a text"})`;
}

/** Copies the product as it is now, since catalogue and contract may change later. */
function snapshot({ productType, data, catalogueData }: InsuredProduct): ClaimProduct {
  const { product_subtype: subtype, brand, model, ...custom } = catalogueData;
  return {
    type: productType,
    subtype,
    brand,
    model,
    productMarked: data.product_marked ?? "",
    internalId: data.internal_id ?? null,
    custom,
  };
}

function withoutNulls(insured: CreateClaimBody["insured"]): ClaimInsured {
  const { firstName, lastName, phoneNumber } = insured;
  const email = insured.email ?? undefined;
  const company = insured.company ?? undefined;
  return { firstName, lastName, phoneNumber, ...(email !== undefined && { email }), ...(company !== undefined && { company }) };
}
