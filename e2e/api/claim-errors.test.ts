import { expect, test } from "vitest";
import { addMandatoryDocuments, claimBody, makeClaim, makeInsured, makeSubmitted, actOnClaim, photo } from "#e2e/api/claims.fixture.ts";
import { refuse, succeed } from "#e2e/api/client.ts";
import type { ErrorAnswer } from "#e2e/api/client.ts";
import { refused } from "#e2e/api/refused.ts";
import { bike, insured } from "#e2e/api/samples.ts";
import { makeShop } from "#e2e/api/world.ts";
import { revokeClaimLink } from "#lib/insurance/claim-links/endpoints.ts";
import { getDocument, uploadDocuments } from "#lib/insurance/claims/endpoints-documents.ts";
import { cancelClaim, createClaim, getClaim, submitClaim, updateClaim } from "#lib/insurance/claims/endpoints.ts";
import { acceptDocument, requestDocument, takeOver } from "#lib/insurance/claims/rules/actions-handling.ts";
import { approveRefund } from "#lib/insurance/claims/rules/actions-payments.ts";
import { fileLimit } from "#lib/insurance/claims/rules/upload-limits.ts";
import { claimErrors } from "#lib/platform/errors/insurance-errors.ts";
import { newContractId, newId } from "#lib/platform/ids.ts";

type ExpectedError = Pick<ErrorAnswer, "status" | "code" | "message">;

const at = (id: string) => ({ params: { id } });
const location = { location: { city: "Nice" } };
const tent = { ...bike, product_type: "event", product_subtype: "tent" };

/** A creation for a bike that fell, which is as it should be but for what is said here. */
const create = (changes: Record<string, unknown>, products?: object[]) => async (): Promise<ExpectedError> => {
  const shop = await makeShop();
  const { cid, cpid } = await makeInsured(shop, products === undefined ? {} : { products });
  return refuse(shop.key, createClaim, { body: claimBody(shop.uid, cid, cpid, changes) });
};

/** An upload to a draft of a photo that is as it should be but for what is said here. */
const upload = (changes: () => Record<string, unknown>) => async (): Promise<ExpectedError> => {
  const shop = await makeShop();
  const { id } = await makeClaim(shop);
  return refuse(shop.key, uploadDocuments, { ...at(id), body: [{ ...photo, ...changes() }] });
};

async function uploadText(): Promise<ExpectedError> {
  const shop = await makeShop();
  const { id } = await makeClaim(shop);
  const headers = { "content-type": "text/plain" };
  return refused(shop.key, "claim", { method: "PUT", path: `/v2/claims/${id}/documents`, headers, body: "a photo" });
}

async function readNothing(): Promise<ExpectedError> {
  const shop = await makeShop();
  const { id } = await makeClaim(shop);
  return refuse(shop.key, getDocument, { params: { claimId: id, documentId: newId("doc") } });
}

async function editSubmitted(): Promise<ExpectedError> {
  const { shop, id } = await makeSubmitted();
  return refuse(shop.key, updateClaim, { ...at(id), body: location });
}

async function revokeNothing(): Promise<ExpectedError> {
  const shop = await makeShop();
  const { id } = await makeClaim(shop);
  return refuse(shop.key, revokeClaimLink, { params: { id, linkId: newId("link") } });
}

async function submitAgain(): Promise<ExpectedError> {
  const { shop, id } = await makeSubmitted();
  return refuse(shop.key, submitClaim, at(id));
}

async function cancelAgain(): Promise<ExpectedError> {
  const shop = await makeShop();
  const { id } = await makeClaim(shop);
  await succeed(shop.key, cancelClaim, at(id));
  return refuse(shop.key, cancelClaim, at(id));
}

async function submitWithoutPhoto(): Promise<ExpectedError> {
  const shop = await makeShop();
  const draft = await makeClaim(shop);
  await addMandatoryDocuments(draft, { except: [photo.type] });
  return refuse(shop.key, submitClaim, at(draft.id));
}

async function replaceAccepted(): Promise<ExpectedError> {
  const { shop, id } = await makeSubmitted();
  const { documentEntries } = await succeed(shop.key, getClaim, at(id));
  const documentId = documentEntries.find(({ type }) => type === photo.type)?.document?.id ?? "";
  await actOnClaim(id, (claim, now) => takeOver(claim, null, now));
  await actOnClaim(id, (claim, now) => acceptDocument(claim, documentId, now));
  await actOnClaim(id, (claim, now) => requestDocument(claim, { type: "Passport", category: "mandatory" }, now));
  return refuse(shop.key, uploadDocuments, { ...at(id), body: [photo] });
}

async function cancelWhilePaid(): Promise<ExpectedError> {
  const { shop, id } = await makeSubmitted();
  await actOnClaim(id, (claim, now) => takeOver(claim, null, now));
  await actOnClaim(id, (claim, now) => approveRefund(claim, { id: newId("stl"), amountCents: 18_640 }, now));
  return refuse(shop.key, cancelClaim, at(id));
}

const tooLarge = () => ({ content: Buffer.alloc(fileLimit + 1).toString("base64") });

// Each code once, as a caller meets it, with what the message names; which of several answers first is in the tables of lib/insurance/claims/rules.
const refusals: readonly [
  name: keyof typeof claimErrors,
  status: number,
  code: number,
  why: string,
  named: string,
  () => Promise<ExpectedError>,
][] = [
  ["CLAIM_VALIDATION_ERROR", 400, 1000, "a description that is too short", "description", create({ description: "It fell." })],
  ["QUESTIONS_INCOMPLETE", 400, 1001, "no answers", "Quels éléments du matériel sont cassés ?", create({ questions: {} })],
  ["FILE_TOO_LARGE", 400, 1002, "a file of a byte more than 20 MB", `${fileLimit}`, upload(tooLarge)],
  ["INVALID_MIME_TYPE", 400, 1003, "a text with the name of a photo", "image/png", upload(() => ({ content: btoa("a photo") }))],
  ["INVALID_SUBTYPE_FOR_PRODUCT", 400, 1004, "a subtype that bikes have not", "vandalism", create({ subtype: "total_break" })],
  ["INVALID_BASE64", 400, 1005, "content that is no base64", "content", upload(() => ({ content: "?" }))],
  ["UNSUPPORTED_CONTENT_TYPE", 400, 1006, "a text in place of documents", "multipart/form-data", uploadText],
  ["INVALID_TYPE_FOR_SUBTYPE", 400, 1007, "a theft that is a break", "partial_theft", create({ type: "theft" })],
  ["UNSUPPORTED_PRODUCT_TYPE", 400, 1008, "a tent", "event", create({}, [insured(tent)])],
  ["CLAIM_NOT_FOUND", 404, 2001, "a claim that there is not", "", async () => refuse((await makeShop()).key, getClaim, at(newId("claim")))],
  ["CLAIM_CONTRACT_NOT_FOUND", 404, 2002, "a contract that there is not", "", create({ contractId: newContractId() })],
  ["CLAIM_PRODUCT_NOT_FOUND", 404, 2003, "a product that the contract has not", "", create({ contractProductId: newId("cpid") })],
  ["DOCUMENT_NOT_FOUND", 404, 2004, "a document that there is not", "", readNothing],
  ["CLAIM_LINK_NOT_FOUND", 404, 2005, "a link that there is not", "", revokeNothing],
  ["CLAIM_NOT_EDITABLE", 409, 3001, "a correction of a submitted claim", "", editSubmitted],
  ["CLAIM_NOT_SUBMITTABLE", 409, 3002, "a second submission", "", submitAgain],
  ["CLAIM_STATUS_LOCKED", 409, 3003, "a second cancellation", "", cancelAgain],
  ["DOCUMENTS_INCOMPLETE", 409, 3004, "a submission without a mandatory document", photo.type, submitWithoutPhoto],
  ["DOCUMENT_ALREADY_VALIDATED", 409, 3005, "another photo in place of an accepted one", photo.type, replaceAccepted],
  ["INVALID_DOCUMENT_TYPE", 409, 3006, "a document that is not asked for", "Passport", upload(() => ({ type: "Passport" }))],
  ["ACTIVE_PAYMENT_BLOCKING", 409, 3007, "a cancellation while a refund is on its way", "", cancelWhilePaid],
];

// rules/claims.md#upload-4, #read-5
// rules/claim-links.md#make-9
test.each(refusals)("%s: %i and %i answer %s", async (_name, status, code, _why, named, meet) => {
  const error = await meet();
  expect(error).toMatchObject({ status, code });
  expect(error.message).toContain(named);
});

test("an upload without a content type is refused with 1006", async () => {
  const shop = await makeShop();
  const { id } = await makeClaim(shop);
  const body = JSON.stringify([photo]);
  const request = { method: "PUT", path: `/v2/claims/${id}/documents`, body };
  expect(await refused(shop.key, "claim", request)).toMatchObject({ status: 400, code: 1006 });
});

test.each([
  ["a content type other than JSON", { "content-type": "text/plain" }, "{}", 1006],
  ["malformed JSON", {}, "{", 1000],
  ["bytes that are not UTF-8", {}, Buffer.from([0x22, 0xff, 0x22]), 1000],
  ["an array", {}, "[]", 1000],
  ["no body", {}, "", 1000],
])("a claim with %s is refused with a code of the claims", async (_name, headers, body, code) => {
  const { key } = await makeShop();
  expect(await refused(key, "claim", { method: "POST", path: "/v2/claims", headers, body })).toMatchObject({ status: 400, code });
});

test("every error of the claim catalogue is covered by this file", () => {
  const listed = refusals.map(([name, status, code]) => [name, { status, code }]);
  expect(Object.entries(claimErrors).map(([name, { status, code }]) => [name, { status, code }])).toEqual(listed);
});
