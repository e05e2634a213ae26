import { describe, expect, test } from "vitest";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { errorOf, makeDocument, makeDraft, mandatoryTypes, now } from "#lib/insurance/claims/rules/claim.fixture.ts";
import { addDocuments, isCompletedBy } from "#lib/insurance/claims/rules/upload.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";

const [bikePhoto = "", firstPhoto = "", secondPhoto = ""] = mandatoryTypes;
const newest = (type: string) => makeDocument(type, { id: `new ${type}`, storageKey: `new ${type}` });
const add = (claim: Claim, types: readonly string[], claimId?: string) => addDocuments(claim, types.map(newest), { claimId }, now);
const uploaded = "v2.claim.document.uploaded";
const moved = "v2.claim.status.updated";

/** A submitted claim that waits for documents of these types. */
function waitingFor(...types: string[]): Claim {
  const entries = makeDraft().entries.map((entry) => ({ ...entry, requested: types.includes(entry.type) }));
  const documents = mandatoryTypes.map((type) => makeDocument(type));
  return makeDraft({
    draftStatus: "matched",
    stage: "document_to_send",
    status: "pending_info",
    claimId: "CLM-1",
    canSubmit: true,
    entries,
    documents,
  });
}

// rules/claims.md#upload-2
test.each<ClaimStatus>(["submitted", "in_progress", "closed", "rejected", "abandoned", "archived"])(
  "3001: a claim that is %s accepts no upload",
  (status) => {
    expect(errorOf(() => add(makeDraft({ status }), [bikePhoto]))).toBe("CLAIM_NOT_EDITABLE");
  },
);

// rules/claims.md#upload-4
test("3006 for an unrequested type comes before 3005 for an accepted one", () => {
  const accepted = makeDraft({ documents: [makeDocument(bikePhoto, { status: "accepted", acceptedAt: now })] });
  expect(errorOf(() => add(accepted, [bikePhoto]))).toBe("DOCUMENT_ALREADY_VALIDATED");
  expect(errorOf(() => add(accepted, [bikePhoto, "Passport"]))).toBe("INVALID_DOCUMENT_TYPE");
});

// rules/errors.md#requests-8, #requests-15
test("an unknown or accepted type is named by its place among several, and beside the type that is meant", () => {
  const accepted = makeDraft({ documents: [makeDocument(secondPhoto, { status: "accepted", acceptedAt: now })] });
  const misspelt = bikePhoto.replace("Photo", "Foto");
  const refuse = (types: string[]) => () => add(accepted, types);
  expect(refuse([firstPhoto, misspelt])).toThrow(expect.objectContaining({ field: "[1].type" }));
  expect(refuse([firstPhoto, misspelt])).toThrow(`[1].type: the claim does not ask for "${misspelt}"; did you mean "${bikePhoto}"?`);
  expect(refuse([misspelt])).toThrow(expect.objectContaining({ field: "type" }));
  expect(refuse([firstPhoto, secondPhoto])).toThrow(expect.objectContaining({ field: "[1].type" }));
});

// rules/claims.md#upload-5
test.each(["to_verify", "rejected"] as const)("a document that is %s is replaced by a new one of its type", (status) => {
  const before = makeDraft({ documents: [makeDocument(bikePhoto, { status }), makeDocument(firstPhoto)] });
  const { claim } = add(before, [bikePhoto]);
  expect(claim.documents.map(({ id }) => id)).toEqual([`doc of ${firstPhoto}`, `new ${bikePhoto}`]);
});

describe("a draft", () => {
  // rules/claims.md#upload-6
  test("is complete with its last mandatory document, and not before", () => {
    const some = add(makeDraft(), [bikePhoto, firstPhoto]);
    expect([some.claim.canSubmit, some.claim.draftStatus, some.events]).toEqual([false, "unmatched", [uploaded, uploaded]]);
    const all = add(some.claim, [secondPhoto]);
    expect([all.claim.canSubmit, all.claim.draftStatus, all.events]).toEqual([true, "pending", [uploaded, "v2.claim.draft.ready"]]);
    expect(add(all.claim, [secondPhoto]).events).toEqual([uploaded]);
  });

  // rules/claims.md#upload-6
  test("is submitted with a number once it is complete, even if it already was before this upload", () => {
    const documents = mandatoryTypes.map((type) => makeDocument(type));
    for (const claim of [
      makeDraft({ documents: documents.slice(0, 2) }),
      makeDraft({ documents, canSubmit: true, draftStatus: "pending" }),
    ]) {
      expect(isCompletedBy(claim, [secondPhoto])).toBe(true);
      const change = add(claim, [secondPhoto], "CLM-7");
      expect(change.claim).toMatchObject({ status: "submitted", claimId: "CLM-7", submittedAt: now });
      expect(change.events).toEqual([uploaded, "v2.claim.created", moved]);
    }
    expect(isCompletedBy(makeDraft(), [bikePhoto])).toBe(false);
    expect(add(makeDraft(), [bikePhoto], "CLM-7").claim).toMatchObject({ status: "draft", claimId: null });
  });
});

describe("a claim that waits for documents", () => {
  // rules/claims.md#upload-7
  test("continues when all requested documents are there, and not before", () => {
    const one = add(waitingFor(bikePhoto, firstPhoto), [bikePhoto]);
    expect([one.claim.status, one.events]).toEqual(["pending_info", [uploaded]]);
    expect(one.claim.entries.filter(({ requested }) => requested).map(({ type }) => type)).toEqual([firstPhoto]);
    const other = add(one.claim, [secondPhoto]);
    expect(other.claim.status).toBe("pending_info");
    const both = add(other.claim, [firstPhoto]);
    expect([both.claim.status, both.claim.stage, both.events]).toEqual(["in_progress", "waiting_for_tulip", [uploaded, moved]]);
  });

  test("is not submitted again", () => {
    expect(isCompletedBy(waitingFor(bikePhoto), [bikePhoto])).toBe(false);
  });
});
