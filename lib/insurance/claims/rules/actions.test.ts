import { describe, expect, test } from "vitest";
import { sampleClaim, sampleDocument, sampleRefund } from "#lib/insurance/claims/claim.fixture.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import type { ActionName } from "#lib/insurance/claims/desk/schema.ts";
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
  approveProposal,
  approveRefund,
  cancelSettlement,
  chargeClaim,
  declineProposal,
  withdrawProposal,
  executePayment,
  returnPayment,
} from "#lib/insurance/claims/rules/actions-payments.ts";
import { allowedActions, applyAction, cancelClaim, requestableDocuments } from "#lib/insurance/claims/rules/actions.ts";
import type { ClaimEventType } from "#lib/insurance/claims/rules/change.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

const now = new Date("2027-01-06T10:00:00.000Z");
const requestDetails = { now, handlerId: "usr_1", ids: { settlement: "stl_new", refund: "stl_next" } };

const approved = sampleRefund();
const paid = sampleRefund({ paymentState: "paid", paymentAt: now });
const charge = sampleRefund({ type: "charge", paymentState: null, paymentAt: now });
const inProgress = sampleClaim({ stage: "waiting_for_tulip", status: "in_progress" });

const accepted = sampleDocument("Dépôt de plainte", "image/png", { status: "accepted", acceptedAt: now });

/** A claim in each state, and the actions that it allows. */
const cases: { name: string; claim: Claim; allowed: ActionName[] }[] = [
  { name: "a draft", claim: sampleClaim({ draftStatus: "pending", status: "draft", claimId: null }), allowed: [] },
  { name: "an archived draft", claim: sampleClaim({ draftStatus: "abandonned", status: "archived", claimId: null }), allowed: [] },
  { name: "a submitted claim", claim: sampleClaim(), allowed: ["takeOver", "noteClaim"] },
  {
    name: "a claim in progress",
    claim: inProgress,
    allowed: ["acceptDocument", "refuseDocument", "requestDocument", "approveRefund", "chargeClaim", "rejectClaim", "noteClaim"],
  },
  {
    name: "a claim whose refund is approved",
    claim: { ...inProgress, stage: "waiting_for_payment", documents: [], settlements: [approved] },
    allowed: ["approveRefund", "executePayment", "returnPayment", "cancelSettlement", "chargeClaim", "noteClaim"],
  },
  {
    name: "a claim with a charge and an accepted document",
    claim: { ...inProgress, documents: [accepted], settlements: [charge] },
    allowed: ["recheckDocument", "requestDocument", "approveRefund", "cancelSettlement", "chargeClaim", "rejectClaim", "noteClaim"],
  },
  {
    name: "a claim that waits for documents",
    claim: sampleClaim({ stage: "document_to_send", status: "pending_info" }),
    allowed: ["takeOver", "acceptDocument", "refuseDocument", "requestDocument", "noteClaim"],
  },
  {
    name: "a closed claim",
    claim: sampleClaim({ stage: "closed_paid", status: "closed", settlements: [paid] }),
    allowed: ["returnPayment", "reopenClaim", "noteClaim"],
  },
  {
    name: "a claim that waits for documents and has accepted one",
    claim: sampleClaim({ stage: "document_to_send", status: "pending_info", documents: [accepted] }),
    allowed: ["takeOver", "recheckDocument", "requestDocument", "noteClaim"],
  },
  {
    name: "a closed claim with an accepted document",
    claim: sampleClaim({ stage: "closed_paid", status: "closed", documents: [accepted] }),
    allowed: ["reopenClaim", "noteClaim"],
  },
  { name: "a rejected claim", claim: sampleClaim({ stage: "closed_rejected", status: "rejected" }), allowed: ["reopenClaim", "noteClaim"] },
  { name: "an abandoned claim", claim: sampleClaim({ stage: "abandoned", status: "abandoned" }), allowed: [] },
];

/** Each rule, called with a document or a settlement of the claim. */
const rules: Record<ActionName, (claim: Claim) => unknown> = {
  takeOver: (claim) => takeOver(claim, "usr_1", now),
  requestDocument: (claim) => requestDocument(claim, { type: "Something new", category: "expected" }, now),
  acceptDocument: (claim) => acceptDocument(claim, claim.documents[0]?.id ?? "none", now),
  refuseDocument: (claim) => refuseDocument(claim, claim.documents[0]?.id ?? "none", "blurred", now),
  recheckDocument: (claim) => recheckDocument(claim, claim.documents[0]?.id ?? "none", now),
  approveRefund: (claim) => approveRefund(claim, { id: "stl_new", amountCents: 100 }, now),
  approveProposal: (claim) => approveProposal(claim, claim.settlements[0]?.id ?? "none", null, now),
  withdrawProposal: (claim) => withdrawProposal(claim, claim.settlements[0]?.id ?? "none", null, now),
  declineProposal: (claim) => declineProposal(claim, claim.settlements[0]?.id ?? "none", null, now),
  executePayment: (claim) => executePayment(claim, claim.settlements[0]?.id ?? "none", now),
  returnPayment: (claim) => returnPayment(claim, claim.settlements[0]?.id ?? "none", { returned: "stl_new", refund: "stl_next" }, now),
  chargeClaim: (claim) => chargeClaim(claim, { id: "stl_new", amountCents: 100, reason: "Deductible" }, now),
  cancelSettlement: (claim) => cancelSettlement(claim, claim.settlements[0]?.id ?? "none", "stl_new", now),
  rejectClaim: (claim) => rejectClaim(claim, "not covered", now),
  reopenClaim: (claim) => reopenClaim(claim, now),
  noteClaim: (claim) => noteClaim(claim, "a note", now),
};

function accepts(rule: (claim: Claim) => unknown, claim: Claim): boolean {
  try {
    rule(claim);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

describe.each(cases)("$name", ({ claim, allowed }) => {
  test("offers exactly the expected actions", () => {
    expect([...new Set(allowedActions(claim).map(({ move }) => move))].toSorted()).toEqual(allowed.toSorted());
  });

  // rules/claims.md#handle-2
  test.each(Object.entries(rules))("offers %s exactly if the rule accepts it", (move, rule) => {
    expect(allowedActions(claim).some((offered) => offered.move === move)).toBe(accepts(rule, claim));
  });
});

// rules/claims.md#matrix-8
test("a document that is requested in another spelling is the claim's own", () => {
  const [entry] = inProgress.entries;
  const type = ` ${(entry?.type ?? "").replaceAll(" ", "\u00A0")}\u200B`;
  const { claim } = requestDocument({ ...inProgress, documents: [] }, { type, category: "mandatory" }, now);
  expect(claim.entries.map((one) => one.type)).toEqual(inProgress.entries.map((one) => one.type));
});

test("3003 lists every state in which a claim can be cancelled", () => {
  expect(() => cancelClaim({ ...inProgress, status: "archived" }, "found", now)).toThrow(
    "the claim is archived: only one that is draft, submitted, in_progress, or pending_info can be cancelled",
  );
});

// rules/claims.md#states-5
test("each offered action names the events that it emits and the state that it leads to", () => {
  const told = (claim: Claim, name: ActionName, askAgain = false): [ClaimEventType[], string] | undefined => {
    const found = allowedActions(claim).find((offered) => offered.move === name && offered.askAgain === askAgain);
    return found && [found.events, found.leadsTo];
  };
  const withRefund: Claim = { ...inProgress, stage: "waiting_for_payment", settlements: [approved] };
  expect(told(sampleClaim(), "takeOver")).toEqual([["v2.claim.status.updated"], "in_progress"]);
  expect(told(inProgress, "refuseDocument")).toEqual([["v2.claim.document.refused"], "in_progress"]);
  expect(told(inProgress, "refuseDocument", true)).toEqual([
    ["v2.claim.document.refused", "v2.claim.document.requested", "v2.claim.status.updated"],
    "pending_info",
  ]);
  expect(told(withRefund, "refuseDocument", true), "nothing can be asked for while a payment is under way").toBeUndefined();
  expect(told(withRefund, "executePayment")).toEqual([
    ["v2.claim.settlement.paid", "v2.claim.closed", "v2.claim.status.updated"],
    "closed",
  ]);
  expect(told(inProgress, "noteClaim")).toEqual([[], "in_progress"]);
});

test("a refused document that is requested again waits for the partner, under its own category", () => {
  const [document] = inProgress.documents;
  const move = { move: "refuseDocument", documentId: document?.id ?? "", reason: "blurred", askAgain: true } as const;
  const { claim } = applyAction(inProgress, move, requestDetails);
  expect(claim).toMatchObject({ status: "pending_info", stage: "document_to_send", statusSince: now });
  expect(claim.entries[0]).toEqual({ type: "Dépôt de plainte", category: "mandatory", requested: true, note: null });
  expect(claim.documents[0]).toMatchObject({ status: "rejected", refusalReason: "blurred", refusedAt: now });
});

test("undoing an acceptance leaves the document as it was uploaded, to be decided on again", () => {
  const [uploaded] = inProgress.documents;
  const documentId = uploaded?.id ?? "";
  const { claim } = applyAction(inProgress, { move: "acceptDocument", documentId }, requestDetails);
  const { claim: after, events } = applyAction(claim, { move: "recheckDocument", documentId }, requestDetails);
  expect(events).toEqual([]);
  expect(after.documents).toEqual([{ ...uploaded, updatedAt: now }, ...inProgress.documents.slice(1)]);
  expect(after.status).toBe("in_progress");
  for (const move of [
    { move: "acceptDocument", documentId },
    { move: "refuseDocument", documentId, reason: "blurred", askAgain: false },
  ] as const) {
    expect(() => applyAction(after, move, requestDetails)).not.toThrow();
  }
});

test.each(["to_verify", "rejected"] as const)("an acceptance cannot be undone for a document that is %s", (status) => {
  const claim = { ...inProgress, documents: [sampleDocument("Dépôt de plainte", "image/png", { status })] };
  expect(() => recheckDocument(claim, claim.documents[0]?.id ?? "", now)).toThrow(
    expect.objectContaining({ errorName: "CLAIM_STATUS_LOCKED" }),
  );
});

// rules/events.md#emit-5
test("a move is dated after the change that was written before it, also one of the same moment", () => {
  for (const ms of [0, 2_000]) {
    const before = { ...inProgress, updatedAt: new Date(now.getTime() + ms) };
    const { claim } = noteClaim(before, "We are waiting for the expert.", now);
    expect(claim.updatedAt).toEqual(new Date(now.getTime() + ms + 1));
  }
});

// rules/settlements.md#pay-1
test("an approved refund has exactly the sent amount, in cents", () => {
  const { claim } = applyAction(inProgress, { move: "approveRefund", amountCents: 123_456, reason: "-" }, requestDetails);
  expect(claim.settlements).toMatchObject([{ id: "stl_new", type: "refund", amountCents: 123_456, paymentState: "approved" }]);
});

test("only missing documents can be requested, of all those for the kind of product", () => {
  const types = requestableDocuments(inProgress);
  expect(types[0], "what the claim lacks comes first").toBe("Contrat de location");
  expect(types).toContain("Constat amiable");
  expect(types).not.toContain("Dépôt de plainte");
  expect(requestableDocuments(sampleClaim())).toEqual([]);
});
