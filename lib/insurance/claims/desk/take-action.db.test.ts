import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { asHandler, operatorContext } from "#lib/account/users/roles.ts";
import { contextOf, makeUser } from "#lib/account/users/users.fixture.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { playClaimAction } from "#lib/developer/sandbox/play.ts";
import { sampleDocument, sampleRefund } from "#lib/insurance/claims/claim.fixture.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { readDeskHistory } from "#lib/insurance/claims/desk/read-history.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { takeAction, ActionNotAllowed } from "#lib/insurance/claims/desk/take-action.ts";
import { findClaim, lockClaim } from "#lib/insurance/claims/find.ts";
import { readForDesk } from "#lib/insurance/claims/read.ts";
import { cancelClaim } from "#lib/insurance/claims/rules/actions.ts";
import { saveClaim } from "#lib/insurance/claims/save.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

const now = new Date("2027-01-06T10:00:00.000Z");
const partner = await makePartner();
const worldId = partner.worlds.production.id;
const handler = await makeUser("handler");
const actor = { type: "staff", name: "Ada Martin", userId: handler.id } as const;
const ctx = { ...operatorContext(actor.name, now), actor, address: "192.0.2.9" };

const inProgress = { stage: "waiting_for_tulip", status: "in_progress" } as const;
const [document, other] = [() => sampleDocument("Dépôt de plainte"), () => sampleDocument("Contrat de location")];
const approved = () => sampleRefund();

async function read({ id }: Claim): Promise<Claim> {
  const claim = await findClaim({ id, world: "any" });
  if (claim === undefined) throw new Error(`${id} is gone`);
  return claim;
}

const eventsOf = async ({ id }: Claim) => {
  const rows = await sql<{ eventType: string; payload: string }[]>`
    select event_type, payload from events where world_id = ${worldId} and subject_id = ${id} order by id`;
  return rows.map(({ eventType }) => eventType.slice("v2.claim.".length));
};
/** Cancels the claim as a partner would. */
const giveUp = ({ id }: Claim, at: Date) =>
  transact(async (tx) => {
    const before = await lockClaim(tx, { id, world: { id: worldId } });
    await saveClaim(tx, before, cancelClaim(before, "found", at), { executionId: "exec_1", ...realMoment(at) });
  });
const entriesOf = ({ id }: Claim) =>
  sql<{ action: string; reason: string | null; details: object; actor: object }[]>`
    select action, reason, details, actor from audit_entries where subject_id = ${id} order by id`;

interface Case {
  from: Partial<Claim>;
  move: (claim: Claim) => ClaimAction;
  events: string[];
  audit: { action: string; reason?: string };
  after: object;
}

const cases: Record<string, Case> = {
  "takes a submitted claim over": {
    from: {},
    move: () => ({ move: "takeOver" }),
    events: ["status.updated"],
    audit: { action: "claim.takenOver" },
    after: { status: "in_progress", stage: "waiting_for_tulip", handlerId: handler.id, statusSince: now },
  },
  "asks for a document": {
    from: inProgress,
    move: () => ({ move: "requestDocument", type: "Devis de réparation", category: "expected" }),
    events: ["document.requested", "status.updated"],
    audit: { action: "claim.documentRequested" },
    after: { status: "pending_info", stage: "document_to_send" },
  },
  "accepts a document": {
    from: inProgress,
    move: ({ documents }) => ({ move: "acceptDocument", documentId: documents[0]?.id ?? "" }),
    events: ["document.accepted"],
    audit: { action: "claim.documentAccepted" },
    after: { documents: [{ status: "accepted", acceptedAt: now }, { status: "to_verify" }] },
  },
  "takes the acceptance of a document back": {
    from: { ...inProgress, documents: [sampleDocument("Dépôt de plainte", "image/png", { status: "accepted", acceptedAt: now }), other()] },
    move: ({ documents }) => ({ move: "recheckDocument", documentId: documents[0]?.id ?? "" }),
    events: [],
    audit: { action: "claim.documentRechecked" },
    after: { documents: [{ status: "to_verify", acceptedAt: null }, { status: "to_verify" }] },
  },
  "refuses a document": {
    from: inProgress,
    move: ({ documents }) => ({ move: "refuseDocument", documentId: documents[0]?.id ?? "", reason: "Blurred", askAgain: false }),
    events: ["document.refused"],
    audit: { action: "claim.documentRefused", reason: "Blurred" },
    after: { status: "in_progress", documents: [{ status: "rejected", refusalReason: "Blurred" }, { status: "to_verify" }] },
  },
  "refuses a document and asks for it again": {
    from: inProgress,
    move: ({ documents }) => ({ move: "refuseDocument", documentId: documents[0]?.id ?? "", reason: "Blurred", askAgain: true }),
    events: ["document.refused", "document.requested", "status.updated"],
    audit: { action: "claim.documentRefused", reason: "Blurred" },
    after: { status: "pending_info", documents: [{ status: "rejected" }, { status: "to_verify" }] },
  },
  "approves a refund": {
    from: inProgress,
    move: () => ({ move: "approveRefund", amountCents: 12_007, reason: "-" }),
    events: ["settlement.created"],
    audit: { action: "claim.refundApproved", reason: "-" },
    after: { status: "in_progress", stage: "waiting_for_payment", settlements: [{ type: "refund", amountCents: 12_007, paymentAt: null }] },
  },
  "pays a refund, which closes the claim": {
    from: { ...inProgress, stage: "waiting_for_payment", settlements: [approved()] },
    move: ({ settlements }) => ({ move: "executePayment", settlementId: settlements[0]?.id ?? "" }),
    events: ["settlement.paid", "closed", "status.updated"],
    audit: { action: "claim.paymentExecuted" },
    // A transfer in no file is of the last bank day.
    after: { status: "closed", closedAt: now, settlements: [{ paymentState: "paid", paymentAt: new Date("2027-01-05T23:00:00.000Z") }] },
  },
  "notes a returned payment of a closed claim": {
    from: { stage: "closed_paid", status: "closed", closedAt: now, settlements: [sampleRefund({ paymentState: "paid", paymentAt: now })] },
    move: ({ settlements }) => ({ move: "returnPayment", settlementId: settlements[0]?.id ?? "", reason: "Account closed" }),
    events: ["settlement.returned", "settlement.created", "reopened", "status.updated"],
    audit: { action: "claim.paymentReturned", reason: "Account closed" },
    after: {
      status: "in_progress",
      settlements: [{ paymentState: "failed" }, { type: "returned" }, { type: "refund", paymentState: "approved" }],
    },
  },
  "deducts an amount": {
    from: { ...inProgress, stage: "waiting_for_payment", settlements: [approved()] },
    move: () => ({ move: "chargeClaim", amountCents: 5_000, reason: "Deductible" }),
    events: ["settlement.created"],
    audit: { action: "claim.charged", reason: "Deductible" },
    after: { settlements: [{ type: "refund" }, { type: "charge", amountCents: 5_000 }] },
  },
  "cancels a settlement": {
    from: { ...inProgress, stage: "waiting_for_payment", settlements: [approved()] },
    move: ({ settlements }) => ({ move: "cancelSettlement", settlementId: settlements[0]?.id ?? "", reason: "Wrong amount" }),
    events: ["settlement.created"],
    audit: { action: "claim.settlementCancelled", reason: "Wrong amount" },
    after: { stage: "waiting_for_tulip", settlements: [{ paymentState: "cancelled" }, { type: "cancel", amountCents: 12_000 }] },
  },
  "rejects a claim": {
    from: inProgress,
    move: () => ({ move: "rejectClaim", reason: "Not covered" }),
    events: ["refused", "status.updated"],
    audit: { action: "claim.rejected", reason: "Not covered" },
    after: { status: "rejected", rejectionReason: "Not covered", note: null, closedAt: now },
  },
  "reopens a claim": {
    from: { stage: "closed_rejected", status: "rejected", closedAt: now },
    move: () => ({ move: "reopenClaim", reason: "New evidence" }),
    events: ["reopened", "status.updated"],
    audit: { action: "claim.reopened", reason: "New evidence" },
    after: { status: "in_progress", stage: "reopened", reopenedAt: now },
  },
  "writes a note": {
    from: inProgress,
    move: () => ({ move: "noteClaim", note: "We are waiting for the expert." }),
    events: [],
    audit: { action: "claim.noted", reason: "We are waiting for the expert." },
    after: { note: "We are waiting for the expert.", updatedAt: now },
  },
};

// rules/claims.md#handle-1
// rules/settlements.md#pay-1, #pay-2
describe.each(Object.entries(cases))("a handler %s", (_name, { from, move, events, audit, after }) => {
  test("emits the events in order and writes an audit entry with user and reason", async () => {
    const claim = await insertSampleClaim(worldId, { documents: [document(), other()], ...from });
    await takeAction(ctx, claim.id, move(claim));
    expect(await read(claim)).toMatchObject(after);
    expect(await eventsOf(claim)).toEqual(events);
    const entries = await entriesOf(claim);
    expect(entries).toMatchObject([{ reason: null, ...audit, actor: { type: "staff", userId: handler.id } }]);
    const [step, ...others] = await readDeskHistory(ctx, claim.id);
    expect(others).toEqual([]);
    expect(step).toMatchObject({
      by: { type: "staff", name: "Ada Martin" },
      action: audit.action,
      reason: audit.reason ?? null,
      events: events.map((event) => `v2.claim.${event}`),
    });
  });

  // rules/claims.md#handle-2
  test("once: of two handlers at the same moment one wins, and the other gets the claim's new state", async () => {
    const claim = await insertSampleClaim(worldId, { documents: [document(), other()], ...from });
    const seen = claim.updatedAt.toISOString();
    const asked = move(claim);
    const sent = "documentId" in asked || "settlementId" in asked ? asked : { ...asked, seen };
    const outcomes = await Promise.allSettled([
      takeAction(ctx, claim.id, sent),
      takeAction({ ...ctx, now: new Date(now.getTime() + 1) }, claim.id, sent),
    ]);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason as unknown);
    expect(refused).toEqual([expect.any(UserError)]);
    expect(await eventsOf(claim)).toEqual(events);
    expect(await entriesOf(claim)).toHaveLength(1);
  });
});

test("an action that the claim's state does not allow changes nothing and names that state", async () => {
  const keyOf = async (from: Partial<Claim>, move: ClaimAction) => {
    const claim = await insertSampleClaim(worldId, from);
    const error = await takeAction(ctx, claim.id, move).catch((failure: unknown) => failure);
    expect(await eventsOf(claim)).toEqual([]);
    expect(await entriesOf(claim)).toEqual([]);
    expect(await read(claim)).toEqual(claim);
    return error instanceof UserError ? error.key : error;
  };
  const settlement = approved();
  expect(await keyOf({ stage: "closed_paid", status: "closed" }, { move: "takeOver" })).toBe("claimIsClosed");
  expect(await keyOf({ stage: "abandoned", status: "abandoned" }, { move: "rejectClaim", reason: "late" })).toBe("claimIsAbandoned");
  expect(await keyOf(inProgress, { move: "acceptDocument", documentId: "doc_none" })).toBe("claimDocumentVerified");
  expect(await keyOf(inProgress, { move: "recheckDocument", documentId: "doc_none" })).toBe("claimDocumentNotAccepted");
  expect(await keyOf(inProgress, { move: "executePayment", settlementId: "stl_none" })).toBe("claimSettlementMoved");
  expect(await keyOf(inProgress, { move: "noteClaim", note: "late", seen: now.toISOString() })).toBe("claimChanged");
  expect(await keyOf({ ...inProgress, settlements: [settlement] }, { move: "rejectClaim", reason: "late" })).toBe("claimPaymentUnderWay");
  const present = { move: "requestDocument", type: "Dépôt de plainte", category: "mandatory" } as const;
  expect(await keyOf({ ...inProgress, documents: [document()] }, present)).toBe("claimDocumentThere");
});

test.each([0, -1, 0.1, 100.5, 5_000_001, Number.NaN, "24550", "245,50"])("an amount of %j cents is refused", async (amountCents) => {
  const claim = await insertSampleClaim(worldId, inProgress);
  await expect(takeAction(ctx, claim.id, { move: "approveRefund", amountCents, reason: "-" } as ClaimAction)).rejects.toMatchObject({
    name: "ZodError",
  });
  expect(await read(claim)).toEqual(claim);
});

test.each([1, 7, 110, 5_000_000])("an amount of %d cents is accepted", async (amountCents) => {
  const claim = await insertSampleClaim(worldId, inProgress);
  await takeAction(ctx, claim.id, { move: "approveRefund", amountCents, reason: "-" });
  expect((await read(claim)).settlements).toMatchObject([{ amountCents }]);
});

test("a partner's cancellation and an execution of the payment at the same moment never both succeed", async () => {
  for (let round = 0; round < 5; round += 1) {
    const claim = await insertSampleClaim(worldId, inProgress);
    const at = (offset: number) => new Date(now.getTime() + offset);
    const [approval, abandoning] = await Promise.allSettled([
      takeAction({ ...ctx, now: at(1) }, claim.id, { move: "approveRefund", amountCents: 1_000, reason: "-" }),
      giveUp(claim, at(2)),
    ]);
    expect([approval.status, abandoning.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    const after = await read(claim);
    expect(after.status).toBe(approval.status === "fulfilled" ? "in_progress" : "abandoned");
    expect(after.settlements).toHaveLength(approval.status === "fulfilled" ? 1 : 0);
    if (approval.status === "rejected") continue;

    const settlementId = after.settlements[0]?.id ?? "";
    const [payment, late] = await Promise.allSettled([
      takeAction({ ...ctx, now: at(3) }, claim.id, { move: "executePayment", settlementId }),
      giveUp(claim, at(4)),
    ]);
    expect([payment.status, late.status], "a payment under way and a paid claim both forbid it").toEqual(["fulfilled", "rejected"]);
    expect(await eventsOf(claim)).toEqual(["settlement.created", "settlement.paid", "closed", "status.updated"]);
  }
});

test("a handler whose identity check is old must confirm it again, and sees what they are about to pay", async () => {
  const fresh = asHandler(await contextOf(handler));
  const stale = { ...fresh, session: { ...fresh.session, authenticatedAt: new Date(0) } };
  const claim = await insertSampleClaim(worldId, { ...inProgress, settlements: [approved()] });
  const values = { claim: claim.claimId ?? "" };
  await expect(takeAction(stale, claim.id, { move: "approveRefund", amountCents: 24_550, reason: "-" })).rejects.toMatchObject({
    key: "authenticationStale",
    values: { ...values, purpose: "approveRefund", amount: 245.5 },
  });
  const settlementId = claim.settlements[0]?.id ?? "";
  await expect(takeAction(stale, claim.id, { move: "executePayment", settlementId })).rejects.toMatchObject({
    key: "authenticationStale",
    values: { ...values, purpose: "executePayment", amount: 120 },
  });
  expect(await read(claim)).toEqual(claim);
});

test("support can read a claim", async () => {
  const support = await contextOf(await makeUser("support"));
  const claim = await insertSampleClaim(worldId);
  expect(await readForDesk(support, claim.claimId ?? "")).toMatchObject({ id: claim.id, owner: { partnerId: partner.id } });
  expect(await read(claim)).toEqual(claim);
});

test("an action on another partner's sandbox is refused there by the rule's own error", async () => {
  const { development } = partner.contexts;
  const elsewhere = await insertSampleClaim(worldId);
  await expect(playClaimAction(development, elsewhere.id, { move: "takeOver" })).rejects.toMatchObject({ errorName: "CLAIM_NOT_FOUND" });
  const claim = await insertSampleClaim(development.world.id);
  const refused = playClaimAction(development, claim.id, { move: "rejectClaim", reason: "-" });
  await expect(refused).rejects.toBeInstanceOf(ActionNotAllowed);
  await expect(refused).rejects.toMatchObject({ errorName: "CLAIM_STATUS_LOCKED", status: "submitted" });
});

test("an unknown claim is not found", async () => {
  await expect(takeAction(ctx, "claim_none", { move: "takeOver" })).rejects.toMatchObject({ errorName: "CLAIM_NOT_FOUND" });
  await expect(readForDesk(ctx, "CLM-0")).rejects.toBeInstanceOf(NotFound);
});

test("no response contains a file's storage key", async () => {
  const claim = await insertSampleClaim(worldId);
  expect(JSON.stringify(await readForDesk(ctx, claim.id))).not.toContain("storageKey");
});
