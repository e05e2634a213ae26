import { describe, expect, test } from "vitest";
import { claimStatuses } from "#db/schema/enums.ts";
import type { Claim, DraftStatus, UserClaimStage } from "#lib/insurance/claims/claim.ts";
import {
  acceptDocument,
  noteClaim,
  recheckDocument,
  refuseDocument,
  rejectClaim,
  reopenClaim,
  requestDocument,
  takeOver,
} from "#lib/insurance/claims/rules/actions-handling.ts";
import {
  approveRefund,
  cancelSettlement,
  chargeClaim,
  executePayment,
  returnPayment,
} from "#lib/insurance/claims/rules/actions-payments.ts";
import { cancelClaim, submitDraft, updateDraft } from "#lib/insurance/claims/rules/actions.ts";
import type { ClaimChange, ClaimEventType } from "#lib/insurance/claims/rules/change.ts";
import { missingDocuments, publicStatus } from "#lib/insurance/claims/rules/change.ts";
import { errorOf, makeDocument, makeDraft, makeRefund, mandatoryTypes, now } from "#lib/insurance/claims/rules/claim.fixture.ts";
import { addDocuments } from "#lib/insurance/claims/rules/upload.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";

const documents = mandatoryTypes.map((type) => makeDocument(type));
const [photo = makeDocument("none")] = documents;
const paid = makeRefund({ paymentState: "paid", paymentAt: now });

/** A claim in each state, with everything that a submission needs. */
const levels: Record<ClaimStatus, Pick<Claim, "draftStatus" | "stage">> = {
  draft: { draftStatus: "pending", stage: null },
  submitted: { draftStatus: "matched", stage: null },
  in_progress: { draftStatus: "matched", stage: "waiting_for_tulip" },
  pending_info: { draftStatus: "matched", stage: "document_to_send" },
  closed: { draftStatus: "matched", stage: "closed_paid" },
  rejected: { draftStatus: "matched", stage: "closed_rejected" },
  abandoned: { draftStatus: "matched", stage: "abandoned" },
  archived: { draftStatus: "abandonned", stage: null },
};

function makeClaim(status: ClaimStatus, changes: Partial<Claim> = {}): Claim {
  const claimId = status === "draft" || status === "archived" ? null : "CLM-100042";
  return makeDraft({ ...levels[status], status, claimId, canSubmit: true, documents, ...changes });
}

type Outcome = readonly [to: ClaimStatus, ...events: ClaimEventType[]];

interface Trigger {
  act: (claim: Claim) => ClaimChange;
  /** The fields that the trigger needs besides the state. */
  needs?: Partial<Claim>;
  allowed: Partial<Record<ClaimStatus, Outcome>>;
  refused: ErrorName;
}

const moved = "v2.claim.status.updated";
const approved = { settlements: [makeRefund()] };
const locked = "CLAIM_STATUS_LOCKED";

/** Every trigger in every state (rules/claims.md#states-4); unlisted ones are refused. */
const triggers: Record<string, Trigger> = {
  submit: {
    act: (claim) => submitDraft(claim, "CLM-100043", now),
    allowed: { draft: ["submitted", "v2.claim.created", moved] },
    refused: "CLAIM_NOT_SUBMITTABLE",
  },
  cancel: {
    act: (claim) => cancelClaim(claim, "found", now),
    allowed: {
      draft: ["archived", "v2.claim.draft.archived", moved],
      submitted: ["abandoned", "v2.claim.abandoned", moved],
      in_progress: ["abandoned", "v2.claim.abandoned", moved],
      pending_info: ["abandoned", "v2.claim.abandoned", moved],
    },
    refused: locked,
  },
  update: { act: (claim) => updateDraft(claim, { description: "d" }, now), allowed: { draft: ["draft"] }, refused: "CLAIM_NOT_EDITABLE" },
  takeOver: {
    act: (claim) => takeOver(claim, "usr_1", now),
    allowed: { submitted: ["in_progress", moved], pending_info: ["in_progress", moved] },
    refused: locked,
  },
  requestDocument: {
    act: (claim) => requestDocument(claim, { type: "Devis de réparation", category: "expected" }, now),
    allowed: {
      in_progress: ["pending_info", "v2.claim.document.requested", moved],
      pending_info: ["pending_info", "v2.claim.document.requested"],
    },
    refused: locked,
  },
  acceptDocument: {
    act: (claim) => acceptDocument(claim, photo.id, now),
    allowed: { in_progress: ["in_progress", "v2.claim.document.accepted"], pending_info: ["pending_info", "v2.claim.document.accepted"] },
    refused: locked,
  },
  refuseDocument: {
    act: (claim) => refuseDocument(claim, photo.id, "blurred", now),
    allowed: { in_progress: ["in_progress", "v2.claim.document.refused"], pending_info: ["pending_info", "v2.claim.document.refused"] },
    refused: locked,
  },
  recheckDocument: {
    act: (claim) => recheckDocument(claim, photo.id, now),
    needs: { documents: [{ ...photo, status: "accepted", acceptedAt: now }] },
    allowed: { in_progress: ["in_progress"], pending_info: ["pending_info"] },
    refused: locked,
  },
  approveRefund: {
    act: (claim) => approveRefund(claim, { id: "stl_2", amountCents: 100 }, now),
    allowed: { in_progress: ["in_progress", "v2.claim.settlement.created"] },
    refused: locked,
  },
  executePayment: {
    act: (claim) => executePayment(claim, "stl_1", now),
    needs: approved,
    allowed: { in_progress: ["closed", "v2.claim.settlement.paid", "v2.claim.closed", moved] },
    refused: locked,
  },
  returnPayment: {
    act: (claim) => returnPayment(claim, "stl_1", { returned: "stl_2", refund: "stl_3" }, now),
    needs: { settlements: [paid] },
    allowed: {
      in_progress: ["in_progress", "v2.claim.settlement.returned", "v2.claim.settlement.created"],
      closed: ["in_progress", "v2.claim.settlement.returned", "v2.claim.settlement.created", "v2.claim.reopened", moved],
    },
    refused: locked,
  },
  chargeClaim: {
    act: (claim) => chargeClaim(claim, { id: "stl_2", amountCents: 100, reason: "Deductible" }, now),
    allowed: { in_progress: ["in_progress", "v2.claim.settlement.created"] },
    refused: locked,
  },
  cancelSettlement: {
    act: (claim) => cancelSettlement(claim, "stl_1", "stl_2", now),
    needs: approved,
    allowed: { in_progress: ["in_progress", "v2.claim.settlement.created"] },
    refused: locked,
  },
  rejectClaim: {
    act: (claim) => rejectClaim(claim, "not covered", now),
    allowed: { in_progress: ["rejected", "v2.claim.refused", moved] },
    refused: locked,
  },
  reopenClaim: {
    act: (claim) => reopenClaim(claim, now),
    allowed: { closed: ["in_progress", "v2.claim.reopened", moved], rejected: ["in_progress", "v2.claim.reopened", moved] },
    refused: locked,
  },
  noteClaim: {
    act: (claim) => noteClaim(claim, "Merci de patienter.", now),
    allowed: {
      submitted: ["submitted"],
      in_progress: ["in_progress"],
      pending_info: ["pending_info"],
      closed: ["closed"],
      rejected: ["rejected"],
    },
    refused: locked,
  },
};

describe.each(Object.entries(triggers))("%s", (_name, { act, needs, allowed, refused }) => {
  // rules/claims.md#states-1, #states-4, #handle-6
  test.each(claimStatuses)("on a claim that is %s", (status) => {
    const claim = makeClaim(status, needs);
    const before = structuredClone(claim);
    const outcome = allowed[status];
    if (outcome === undefined) {
      expect(errorOf(() => act(claim))).toBe(refused);
    } else {
      const [to, ...events] = outcome;
      const change = act(claim);
      expect({ status: change.claim.status, events: change.events }).toEqual({ status: to, events });
      expect(change.claim.statusSince).toEqual(to === status ? claim.statusSince : now);
      expect(change.claim.updatedAt).toEqual(now);
    }
    // A rule never changes its arguments.
    expect(claim).toEqual(before);
  });
});

describe("the public status", () => {
  // rules/claims.md#states-2, #states-3
  test.each<[DraftStatus, UserClaimStage | null, ClaimStatus]>([
    ["unmatched", null, "draft"],
    ["pending", null, "draft"],
    ["abandonned", null, "archived"],
    ["matched", null, "submitted"],
    ["matched", "waiting_for_tulip", "in_progress"],
    ["matched", "waiting_for_payment", "in_progress"],
    ["matched", "reopened", "in_progress"],
    ["matched", "document_to_send", "pending_info"],
    ["matched", "closed_paid", "closed"],
    ["matched", "closed_rejected", "rejected"],
    ["matched", "abandoned", "abandoned"],
  ])("of %s and %s is %s", (draftStatus, stage, status) => {
    expect(publicStatus({ draftStatus, stage })).toBe(status);
  });
});

describe("a submission", () => {
  // rules/claims.md#submit-1
  test.each(mandatoryTypes)("without %s is refused, and the refusal names it", (type) => {
    const draft = makeClaim("draft", { documents: documents.filter((document) => document.type !== type) });
    expect(() => submitDraft(draft, "CLM-1", now)).toThrow(expect.objectContaining({ errorName: "DOCUMENTS_INCOMPLETE" }));
    expect(() => submitDraft(draft, "CLM-1", now)).toThrow(type);
  });

  test("gives the claim its number and its submission time", () => {
    expect(submitDraft(makeClaim("draft"), "CLM-100043", now).claim).toMatchObject({ claimId: "CLM-100043", submittedAt: now });
  });
});

describe("while a payment is under way", () => {
  // rules/claims.md#cancel-3, #handle-5
  test.each(["pending_approval", "approved", "executing"] as const)(
    "%s, the claim can be neither cancelled, rejected nor returned to the partner",
    (paymentState) => {
      const claim = makeClaim("in_progress", { settlements: [makeRefund({ paymentState })] });
      expect(errorOf(() => cancelClaim(claim, "found", now))).toBe("ACTIVE_PAYMENT_BLOCKING");
      expect(errorOf(() => rejectClaim(claim, "no", now))).toBe("ACTIVE_PAYMENT_BLOCKING");
      expect(errorOf(() => requestDocument(claim, { type: "x", category: "optional" }, now))).toBe("ACTIVE_PAYMENT_BLOCKING");
    },
  );

  test.each(["paid", "failed", "cancelled"] as const)("once it is %s, the claim can be cancelled again", (paymentState) => {
    const claim = makeClaim("in_progress", { settlements: [makeRefund({ paymentState })] });
    expect(cancelClaim(claim, "found", now).claim.status).toBe("abandoned");
  });
});

describe("with several refunds", () => {
  const two = [makeRefund(), makeRefund({ id: "stl_2" })];

  // rules/settlements.md#pay-3
  test("only the last payment closes the claim", () => {
    const first = executePayment(makeClaim("in_progress", { settlements: two }), "stl_1", now);
    expect(first).toMatchObject({ claim: { status: "in_progress", closedAt: null }, events: ["v2.claim.settlement.paid"] });
    const second = executePayment(first.claim, "stl_2", now);
    expect(second).toMatchObject({
      claim: { status: "closed", closedAt: now },
      events: ["v2.claim.settlement.paid", "v2.claim.closed", moved],
    });
  });

  test.each(["paid", "failed", "cancelled"] as const)("a refund that is %s is not paid again", (paymentState) => {
    const claim = makeClaim("in_progress", { settlements: [makeRefund({ paymentState }), makeRefund({ id: "stl_2" })] });
    expect(errorOf(() => executePayment(claim, "stl_1", now))).toBe(locked);
  });

  test("an unknown refund, or a settlement that is no refund, is refused", () => {
    const charge = makeRefund({ id: "stl_2", type: "charge", paymentState: null });
    const claim = makeClaim("in_progress", { settlements: [charge] });
    for (const id of ["stl_9", "stl_2"]) expect(errorOf(() => executePayment(claim, id, now))).toBe("CLAIM_VALIDATION_ERROR");
  });

  // rules/settlements.md#pay-4
  test("a returned payment fails, and a new attempt waits for its payment", () => {
    const { claim } = returnPayment(makeClaim("closed", { settlements: [paid] }), "stl_1", { returned: "stl_2", refund: "stl_3" }, now);
    expect(claim).toMatchObject({ stage: "waiting_for_payment", reopenedAt: now, closedAt: null });
    expect(claim.settlements).toMatchObject([
      { id: "stl_1", type: "refund", paymentState: "failed" },
      { id: "stl_2", type: "returned", concerns: "stl_1", paymentAt: null, amountCents: 18_640 },
      { id: "stl_3", type: "refund", paymentState: "approved", paymentAt: null, amountCents: 18_640 },
    ]);
  });

  test("a payment that is returned before it was paid fails, and was never paid", () => {
    const { claim } = returnPayment(makeClaim("in_progress", approved), "stl_1", { returned: "stl_2", refund: "stl_3" }, now);
    expect(claim.settlements).toMatchObject([
      { id: "stl_1", paymentState: "failed", paymentAt: null },
      { id: "stl_2", type: "returned", paymentAt: null },
      { id: "stl_3", paymentState: "approved" },
    ]);
    expect(claim).toMatchObject({ stage: "waiting_for_payment", reopenedAt: null });
  });

  // rules/settlements.md#pay-5
  test("a settlement is cancelled at most once, and never once it is paid", () => {
    const { claim } = cancelSettlement(makeClaim("in_progress", { settlements: two }), "stl_1", "stl_3", now);
    expect(claim.settlements).toMatchObject([
      { paymentState: "cancelled" },
      { paymentState: "approved" },
      { type: "cancel", concerns: "stl_1" },
    ]);
    expect(errorOf(() => cancelSettlement(claim, "stl_1", "stl_4", now))).toBe(locked);
    expect(errorOf(() => cancelSettlement(makeClaim("in_progress", { settlements: [paid] }), "stl_1", "stl_4", now))).toBe(locked);
  });

  // rules/settlements.md#pay-5
  test("a charge is cancelled at most once", () => {
    const charged = chargeClaim(makeClaim("in_progress"), { id: "stl_1", amountCents: 5000, reason: "Deductible" }, now).claim;
    const { claim } = cancelSettlement(charged, "stl_1", "stl_2", now);
    expect(claim.settlements).toMatchObject([{ type: "charge" }, { type: "cancel", concerns: "stl_1", amountCents: 5000 }]);
    expect(errorOf(() => cancelSettlement(claim, "stl_1", "stl_3", now))).toBe(locked);
  });
});

describe("a document", () => {
  test.each(["accepted", "rejected"] as const)("that is %s is not verified again", (status) => {
    const verified = makeDocument(photo.type, { status, refusalReason: status === "rejected" ? "blurred" : null });
    const claim = makeClaim("in_progress", { documents: [verified] });
    expect(errorOf(() => acceptDocument(claim, verified.id, now))).toBe("DOCUMENT_ALREADY_VALIDATED");
    expect(errorOf(() => refuseDocument(claim, verified.id, "no", now))).toBe("DOCUMENT_ALREADY_VALIDATED");
  });

  test("that the claim does not have is unknown", () => {
    expect(errorOf(() => acceptDocument(makeClaim("in_progress"), "doc_9", now))).toBe("DOCUMENT_NOT_FOUND");
  });

  // rules/claims.md#handle-4
  test("that was refused leaves the claim incomplete until it is uploaded again", () => {
    const refused = refuseDocument(makeClaim("in_progress"), photo.id, "blurred", now).claim;
    expect(missingDocuments(refused)).toEqual([photo.type]);
    const asked = requestDocument(refused, { type: photo.type, category: "mandatory" }, now).claim;
    const uploaded = addDocuments(asked, [makeDocument(photo.type, { id: "doc_again" })], { claimId: undefined }, now).claim;
    expect(missingDocuments(uploaded)).toEqual([]);
    expect(uploaded).toMatchObject({ canSubmit: false, status: "in_progress" });
  });

  test("that was uploaded can be requested again only once it was refused", () => {
    const claim = makeClaim("in_progress");
    const request = { type: photo.type, category: "mandatory", note: "In daylight" } as const;
    expect(errorOf(() => requestDocument(claim, request, now))).toBe("INVALID_DOCUMENT_TYPE");
    const refused = refuseDocument(claim, photo.id, "blurred", now).claim;
    const asked = requestDocument(refused, request, now).claim;
    expect(asked.entries.filter(({ type }) => type === photo.type)).toEqual([{ ...request, requested: true }]);
    expect(takeOver(asked, "usr_1", now).claim.entries.some(({ requested }) => requested)).toBe(false);
  });
});

test("an update merges a partial location, and leaves out what was not sent", () => {
  const draft = makeClaim("draft");
  expect(updateDraft(draft, { location: { city: "Nice" } }, now).claim).toMatchObject({
    description: draft.description,
    location: { ...draft.location, city: "Nice" },
  });
});
