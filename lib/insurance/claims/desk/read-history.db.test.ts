import { describe, expect, test } from "vitest";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { SessionUser } from "#lib/account/users/schema.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import type { HandlerContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { readClaimHistory } from "#lib/developer/events/read-for-portal.ts";
import { shiftClock } from "#lib/developer/sandbox/clock.ts";
import { playClaimAction } from "#lib/developer/sandbox/play.ts";
import { openSandbox } from "#lib/developer/sandbox/sandbox.fixture.ts";
import { shiftClockBody } from "#lib/developer/sandbox/schema.ts";
import { sampleDocument } from "#lib/insurance/claims/claim.fixture.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { readDeskHistory } from "#lib/insurance/claims/desk/read-history.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { lockClaim } from "#lib/insurance/claims/find.ts";
import { readForDesk } from "#lib/insurance/claims/read.ts";
import { requestDocuments } from "#lib/insurance/claims/request-documents.ts";
import { cancelClaim } from "#lib/insurance/claims/rules/actions.ts";
import type { ClaimChange } from "#lib/insurance/claims/rules/change.ts";
import { saveClaim } from "#lib/insurance/claims/save.ts";
import { payAll } from "#lib/insurance/payments/hand-to-bank.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

const now = new Date("2027-01-06T10:00:00.000Z");
const at = (second: number) => new Date(now.getTime() + second * 1000);
const { worlds } = await makePartner();
const handler = await makeUser("handler");
const inProgress: Partial<Claim> = { stage: "waiting_for_tulip", status: "in_progress" };
const [deposition, keys] = ["Dépôt de plainte", "Photo des clés de l'antivol et de la batterie"];

const ctxAt = (second: number): HandlerContext => ({
  ...operatorContext("Ada Martin", at(second)),
  actor: { type: "staff", name: "Ada Martin", userId: handler.id },
});

const refundOf = async (id: string) => (await readForDesk(ctxAt(0), id)).settlements[0]?.id ?? "";

/** A change by the partner's system, or by a link. */
const change = (id: string, executionId: string, second: number, decide: (claim: Claim) => ClaimChange) =>
  transact(async (tx) => {
    const before = await lockClaim(tx, { id, world: "any" });
    await saveClaim(tx, before, decide(before), { executionId, ...realMoment(at(second)) });
  });

const upload = (types: readonly string[], second: number) => (claim: Claim) => ({
  claim: {
    ...claim,
    documents: [
      ...claim.documents.filter(({ type }) => !types.includes(type)),
      ...types.map((type) => sampleDocument(type, "image/png", { createdAt: at(second) })),
    ],
  },
  events: ["v2.claim.document.uploaded" as const],
});

describe("the history of a claim", () => {
  test("says which document, which amount and what was noted, also of what was replaced since", async () => {
    const claim = await insertSampleClaim(worlds.production.id, inProgress);
    const [first, second] = claim.documents.map(({ id }) => id) as [string, string];
    const moves: ClaimAction[] = [
      { move: "noteClaim", note: "We have asked the expert." },
      { move: "noteClaim", note: "The expert comes on Monday." },
      { move: "acceptDocument", documentId: first },
      { move: "refuseDocument", documentId: second, reason: "Blurred", askAgain: true },
      { move: "takeOver" },
      { move: "requestDocument", type: "Devis de réparation", category: "expected", note: "With the stamp." },
      { move: "takeOver" },
      { move: "approveRefund", amountCents: 12_005, reason: "-" },
    ];
    for (const [index, move] of moves.entries()) await takeAction(ctxAt(index), claim.id, move);
    await change(claim.id, "exec_1", moves.length, upload([keys], moves.length));
    const steps = await readDeskHistory(ctxAt(0), claim.id);
    expect(steps.toReversed().map(({ action, documents, amountCents, reason }) => [action, documents, amountCents, reason])).toEqual([
      ["claim.noted", [], null, "We have asked the expert."],
      ["claim.noted", [], null, "The expert comes on Monday."],
      ["claim.documentAccepted", [deposition], null, null],
      ["claim.documentRefused", [keys], null, "Blurred"],
      ["claim.takenOver", [], null, null],
      ["claim.documentRequested", ["Devis de réparation"], null, "With the stamp."],
      ["claim.takenOver", [], null, null],
      ["claim.refundApproved", [], 12_005, "-"],
      [null, [keys], null, null],
    ]);
    const settlementId =
      (await takeAction(ctxAt(20), claim.id, { move: "approveRefund", amountCents: 5_000, reason: "-" })).settlements[1]?.id ?? "";
    await takeAction(ctxAt(21), claim.id, { move: "cancelSettlement", settlementId, reason: "Paid twice" });
    expect((await readDeskHistory(ctxAt(0), claim.id))[0]).toMatchObject({ amountCents: 5_000, reason: "Paid twice" });
  });

  test("names all documents that were asked for at once", async () => {
    const claim = await insertSampleClaim(worlds.production.id, inProgress);
    const asked = ["Devis de réparation", "Facture d'achat"];
    const documents = asked.map((type) => ({ type, category: "expected" as const }));
    await requestDocuments(ctxAt(1), claim.id, { seen: claim.updatedAt.toISOString(), documents, note: "Both with the stamp." });
    expect(await readDeskHistory(ctxAt(1), claim.id)).toMatchObject([
      { action: "claim.documentRequested", documents: asked, reason: "Both with the stamp." },
    ]);
  });

  test("has a handler's move once, with its events, also where the clock of the claim's sandbox was moved", async () => {
    const sandbox = await openSandbox();
    const claim = await insertSampleClaim(sandbox.worldId, { ...inProgress, test: true });
    await shiftClock(await sandbox.at(now), shiftClockBody.parse({ advance: "P1M" }));
    const { updatedAt } = await takeAction(ctxAt(1), claim.id, { move: "approveRefund", amountCents: 700, reason: "-" });
    const steps = await readDeskHistory(ctxAt(1), claim.id);
    expect(steps).toMatchObject([
      { at: updatedAt, by: { type: "staff" }, action: "claim.refundApproved", amountCents: 700, events: ["v2.claim.settlement.created"] },
    ]);
    const moved = await takeAction(ctxAt(2), claim.id, {
      move: "cancelSettlement",
      settlementId: await refundOf(claim.id),
      reason: "Twice",
    });
    const documents = [{ type: "Devis de réparation", category: "expected" as const }];
    await requestDocuments(ctxAt(3), claim.id, { seen: moved.updatedAt.toISOString(), documents, note: "" });
    expect((await readDeskHistory(ctxAt(3), claim.id)).map(({ action, events }) => [action, events.length])).toEqual([
      ["claim.documentRequested", 2],
      ["claim.settlementCancelled", 1],
      ["claim.refundApproved", 1],
    ]);
  });

  test("has each of several payments that were marked as paid together", async () => {
    const { id } = await insertSampleClaim(worlds.production.id, inProgress);
    const amounts = [12_005, 5_000];
    for (const amountCents of amounts) await takeAction(ctxAt(0), id, { move: "approveRefund", amountCents, reason: "-" });
    const { settlements } = await takeAction(ctxAt(1), id, { move: "noteClaim", note: "Both invoices are here." });
    const payments = settlements.map((settlement) => ({ claimId: id, settlementId: settlement.id }));
    expect((await payAll(ctxAt(2), { payments })).map(({ refused }) => refused)).toEqual([null, null]);
    const steps = await readDeskHistory(ctxAt(3), id);
    const paid = steps.filter(({ action }) => action === "claim.paymentExecuted");
    expect(paid).toHaveLength(2);
    expect(new Set(paid.map(({ amountCents }) => amountCents))).toEqual(new Set(amounts));
    expect(paid.flatMap(({ events }) => events).toSorted()).toEqual(
      ["v2.claim.closed", "v2.claim.settlement.paid", "v2.claim.settlement.paid", "v2.claim.status.updated"].toSorted(),
    );
  });

  // rules/claim-links.md#send-2
  test("tells the insured, by link, from the partner, by API, with what each sent and why the partner gave up", async () => {
    const claim = await insertSampleClaim(worlds.production.id, { documents: [] });
    await change(claim.id, "exec_upload", 1, upload([deposition, keys], 1));
    await change(claim.id, "link_01", 2, upload([keys], 2));
    await change(claim.id, "link_01", 3, upload([deposition], 3));
    await change(claim.id, "exec_cancel", 4, (before) => cancelClaim(before, "Found again", at(4)));
    expect((await readDeskHistory(ctxAt(0), claim.id)).map(({ by, documents, reason }) => [by.type, documents, reason])).toEqual([
      ["partner", [], "Found again"],
      ["insured", [deposition], null],
      ["insured", [keys], null],
      ["partner", [deposition, keys], null],
    ]);
  });

  test("names who plays the insurer, at the time of the sandbox; a system that plays is the partner's", async () => {
    const sandbox = await openSandbox();
    const partnerId = (await sandbox.at(now)).world.partnerId;
    const player = await makeUser({ role: "member", partnerId });
    const { id } = await insertSampleClaim(sandbox.worldId, { test: true });
    await shiftClock(await sandbox.at(now), shiftClockBody.parse({ advance: "P1M" }));
    const byPerson = async (second: number) => ({
      ...(await sandbox.at(at(second))),
      executionId: `exec_person_${second}`,
      actor: { type: "user" as const, userId: player.id, partnerId },
    });
    await playClaimAction(await byPerson(1), id, { move: "takeOver" });
    await playClaimAction({ ...(await sandbox.at(at(2))), executionId: "exec_system" }, id, {
      move: "approveRefund",
      amountCents: 700,
      reason: "-",
    });
    await playClaimAction(await byPerson(3), id, { move: "approveRefund", amountCents: 900, reason: "-" });
    const steps = (await readDeskHistory(ctxAt(0), id)).filter(({ events }) => events.length > 0);
    expect(steps.map(({ by, action, amountCents, events }) => [by, action, amountCents, events.length])).toEqual([
      [{ type: "player", name: "Ada Martin" }, "claim.refundApproved", 900, 1],
      [{ type: "partner" }, null, null, 1],
      [{ type: "player", name: "Ada Martin" }, "claim.takenOver", null, 1],
    ]);
    expect(steps[0]?.at.toISOString()).toMatch(/^2027-02-06/);
    const { events } = await readClaimHistory(
      {
        ...(await sandbox.at(now)),
        user: { id: player.id, name: "Ada Martin", email: player.email, role: "owner", partner: null } satisfies SessionUser,
      },
      id,
      {},
    );
    expect(
      events.map(({ player: name }) => name),
      "the partner's own history names the player, too",
    ).toEqual(["Ada Martin", null, "Ada Martin"]);
  });
});
