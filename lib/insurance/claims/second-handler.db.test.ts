import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { asHandler, operatorContext } from "#lib/account/users/roles.ts";
import { contextOf, makeUser } from "#lib/account/users/users.fixture.ts";
import type { HandlerContext } from "#lib/account/worlds/context.ts";
import { sampleRefund } from "#lib/insurance/claims/claim.fixture.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { listQueue } from "#lib/insurance/claims/desk/queue.ts";
import { readDeskHistory } from "#lib/insurance/claims/desk/read-history.ts";
import { queueQuery } from "#lib/insurance/claims/desk/schema.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import { readForDesk } from "#lib/insurance/claims/read.ts";
import { cancelClaim } from "#lib/insurance/claims/rules/actions.ts";
import { serializeClaim } from "#lib/insurance/claims/serialize.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

await useOwnDatabase();
changeSettings({ FOUR_EYES_ABOVE: 50_000 });
const mails = await useMailServer();

const now = new Date("2027-01-06T10:00:00.000Z");
const partner = await makePartner();
const worldId = partner.worlds.production.id;
const people = await Promise.all(["handler", "handler", "handler"].map(() => makeUser("handler")));
const [first, second, third] = people.map(({ id }): HandlerContext => ({
  ...operatorContext("-", now),
  actor: { type: "staff", name: "-", userId: id },
}));
if (first === undefined || second === undefined || third === undefined) throw new Error("three handlers are needed");
const later = (ctx: HandlerContext, ms: number): HandlerContext => ({ ...ctx, now: new Date(now.getTime() + ms) });

const inProgress: Partial<Claim> = { stage: "waiting_for_tulip", status: "in_progress", documents: [] };
const large: ClaimAction = { move: "approveRefund", amountCents: 50_001, reason: "-" };

async function read(id: string): Promise<Claim> {
  const claim = await findClaim({ id, world: "any" });
  if (claim === undefined) throw new Error(`${id} is gone`);
  return claim;
}
const eventsOf = async (id: string) =>
  (await sql<{ type: string }[]>`select event_type as type from events where subject_id = ${id} order by id`).map(({ type }) =>
    type.replace("v2.claim.", ""),
  );
const keyOf = async (move: Promise<unknown>) => {
  const error: unknown = await move.catch((failure: unknown) => failure);
  return error instanceof UserError ? error.key : error;
};
const offeredTo = async (ctx: HandlerContext, id: string) => (await readForDesk(ctx, id)).moves.map(({ move }) => move);
const listed = async (id: string, view?: "pay") =>
  (await listQueue(second, queueQuery.parse({ partner: partner.id, view, limit: 100 }))).rows.some((row) => row.id === id);

async function propose(changes: Partial<Claim> = {}) {
  const { id } = await insertSampleClaim(worldId, { ...inProgress, ...changes });
  const claim = await takeAction(first as HandlerContext, id, large);
  const proposal = claim.settlements.find(({ paymentState }) => paymentState === "pending_approval");
  if (proposal === undefined) throw new Error("nothing was proposed");
  return { id, settlementId: proposal.id };
}

test("a refund at the amount is approved by one handler, as before", async () => {
  const { id } = await insertSampleClaim(worldId, inProgress);
  await takeAction(first, id, { move: "approveRefund", amountCents: 50_000, reason: "-" });
  expect((await read(id)).settlements).toMatchObject([{ paymentState: "approved", proposedBy: null, decidedBy: null }]);
});

describe("a refund above the amount", () => {
  // rules/settlements.md#weigh-7
  test("is a proposal, of which the partner learns nothing, and which keeps the claim as it is", async () => {
    const { id } = await propose();
    const claim = await read(id);
    expect(claim.settlements).toMatchObject([
      { amountCents: 50_001, paymentState: "pending_approval", proposedBy: people[0]?.id, decidedBy: null },
    ]);
    expect(await eventsOf(id)).toEqual([]);
    expect(serializeClaim(claim)).toMatchObject({ status: "in_progress", settlements: [] });
    const refusals = [
      await keyOf(takeAction(first, id, { move: "rejectClaim", reason: "-" })),
      await keyOf(takeAction(first, id, { move: "requestDocument", type: "Devis", category: "expected" })),
      await keyOf(takeAction(second, id, { move: "approveRefund", amountCents: 1, reason: "-" })),
    ];
    expect(refusals).toEqual(["claimRefundProposed", "claimRefundProposed", "claimRefundProposed"]);
    expect(() => cancelClaim(claim, "-", now)).toThrow(expect.objectContaining({ errorName: "ACTIVE_PAYMENT_BLOCKING" }) as Error);
  });

  test("is approved by another handler, and only then told to the partner and paid", async () => {
    const { id, settlementId } = await propose();
    expect(await keyOf(takeAction(first, id, { move: "executePayment", settlementId }))).toBe("claimSettlementMoved");
    await takeAction(later(second, 1), id, { move: "approveProposal", settlementId, reason: "-" });
    expect(await eventsOf(id)).toEqual(["settlement.created"]);
    expect(serializeClaim(await read(id)).settlements).toEqual([
      {
        id: settlementId,
        type: "refund",
        amount: 500.01,
        paymentState: "approved",
        paymentAt: null,
        createdAt: later(second, 1).now.toISOString(),
      },
    ]);
    await takeAction(later(first, 2), id, { move: "executePayment", settlementId });
    expect(await read(id)).toMatchObject({ status: "closed", settlements: [{ paymentState: "paid", decidedBy: people[1]?.id }] });
  });

  test("is declined by another handler with a reason, and the claim goes on", async () => {
    const { id, settlementId } = await propose();
    await takeAction(second, id, { move: "declineProposal", settlementId, reason: "The estimate says 300" });
    const claim = await read(id);
    expect(claim.settlements).toMatchObject([{ paymentState: "declined", decidedBy: people[1]?.id }]);
    expect(serializeClaim(claim).settlements).toEqual([]);
    expect(await eventsOf(id)).toEqual([]);
    await takeAction(first, id, { move: "approveRefund", amountCents: 30_000, reason: "-" });
    expect(serializeClaim(await read(id)).settlements).toMatchObject([{ amount: 300 }]);
  });

  // rules/settlements.md#weigh-7
  test("is withdrawn by who proposed it and by nobody else, and another amount can then be proposed", async () => {
    const { id, settlementId } = await propose();
    expect(await offeredTo(first, id)).toContain("withdrawProposal");
    expect(await offeredTo(second, id)).not.toContain("withdrawProposal");
    const move: ClaimAction = { move: "withdrawProposal", settlementId };
    expect(await keyOf(takeAction(second, id, move))).toBe("approvalNotProposer");
    await takeAction(first, id, move);
    const claim = await read(id);
    expect(claim.settlements).toMatchObject([{ paymentState: "declined", decidedBy: null }]);
    expect(serializeClaim(claim).settlements).toEqual([]);
    expect(await eventsOf(id)).toEqual([]);
    expect(await keyOf(takeAction(second, id, { move: "approveProposal", settlementId }))).toBe("claimSettlementMoved");
    await takeAction(first, id, { ...large, amountCents: 60_000 });
    expect((await read(id)).settlements).toMatchObject([{}, { paymentState: "pending_approval", amountCents: 60_000 }]);
  });

  // rules/authority.md#second-6
  test("is not approved by somebody who has lost the role or the account since the page was opened", async () => {
    for (const lost of [sql`role = 'support'`, sql`disabled_at = now()`]) {
      const { id, settlementId } = await propose();
      const former = await makeUser("handler");
      await sql`update users set ${lost} where id = ${former.id}`;
      const ctx: HandlerContext = { ...second, actor: { type: "staff", name: "-", userId: former.id } };
      expect(await keyOf(takeAction(ctx, id, { move: "approveProposal", settlementId }))).toBe("handlerOnly");
      expect((await read(id)).settlements).toMatchObject([{ paymentState: "pending_approval" }]);
    }
  });

  // rules/authority.md#second-5
  test("is told to every other handler by e-mail, with the claim and no amount", async () => {
    mails.received.length = 0;
    const { id } = await propose();
    const others = await sql<{ email: string }[]>`
      select email from users where role = 'handler' and disabled_at is null and id <> ${people[0]?.id ?? ""}`;
    const about = () => mails.received.filter(({ text }) => text.includes(id));
    await mails.deliver();
    const recipients = about().flatMap(({ to }) => to);
    expect(recipients.toSorted()).toEqual(others.map(({ email }) => email).toSorted());
    expect(about()[0]?.text).not.toMatch(/500[.,]01/);
  });

  test("is either withdrawn or approved where both happen at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, settlementId } = await propose();
      const outcomes = await Promise.allSettled([
        takeAction(first, id, { move: "withdrawProposal", settlementId }),
        takeAction(second, id, { move: "approveProposal", settlementId }),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const [settlement] = (await read(id)).settlements;
      const isApproved = outcomes[1]?.status === "fulfilled";
      expect(settlement).toMatchObject(isApproved ? { paymentState: "approved", decidedBy: people[1]?.id } : { paymentState: "declined" });
      expect(await eventsOf(id)).toEqual(isApproved ? ["settlement.created"] : []);
    }
  });

  test("keeps the claim among those to decide once no other payment is left, also after it is declined", async () => {
    for (const last of ["executePayment", "cancelSettlement"] as const) {
      const { id, settlementId } = await propose({ settlements: [sampleRefund()], stage: "waiting_for_payment" });
      const other = (await read(id)).settlements.find(({ paymentState }) => paymentState === "approved")?.id ?? "";
      const move: ClaimAction =
        last === "executePayment" ? { move: last, settlementId: other } : { move: last, settlementId: other, reason: "-" };
      const places = async () => ({ toDecide: await listed(id), toPay: await listed(id, "pay") });
      expect(await places()).toEqual({ toDecide: false, toPay: true });
      await takeAction(second, id, move);
      expect(await places()).toEqual({ toDecide: true, toPay: false });
      // Restores the stage that earlier releases left.
      await sql`update claims set stage = 'waiting_for_payment' where id = ${id}`;
      await takeAction(second, id, { move: "declineProposal", settlementId, reason: "The estimate says 300" });
      expect(await places()).toEqual({ toDecide: true, toPay: false });
      expect(await read(id)).toMatchObject({ status: "in_progress", stage: "waiting_for_tulip" });
    }
  });

  test("is declined while another payment is under way, for which the claim goes on waiting", async () => {
    const { id, settlementId } = await propose({ settlements: [sampleRefund()], stage: "waiting_for_payment" });
    await takeAction(second, id, { move: "declineProposal", settlementId, reason: "-" });
    expect(await read(id)).toMatchObject({ status: "in_progress", stage: "waiting_for_payment" });
  });

  // rules/authority.md#second-3
  test("is never decided by who proposed it, nor by somebody without a name", async () => {
    const { id, settlementId } = await propose();
    const command = operatorContext("ada", now);
    for (const ctx of [first, command]) {
      for (const move of [
        { move: "approveProposal", settlementId, reason: "-" },
        { move: "declineProposal", settlementId, reason: "-" },
      ] as const) {
        expect(await keyOf(takeAction(ctx, id, move))).toBe("claimNeedsSecondHandler");
      }
      expect(await offeredTo(ctx, id)).not.toContain("approveProposal");
    }
    expect(await offeredTo(second, id)).toEqual(expect.arrayContaining(["approveProposal", "declineProposal"]));
    expect((await read(id)).settlements).toMatchObject([{ paymentState: "pending_approval" }]);
    const itself = sql`update settlements set decided_by = proposed_by where id = ${settlementId}`;
    await expect(itself).rejects.toThrow("settlements_two_people");
  });

  test("pays once: of an approval, another one and a refusal at the same moment one counts", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, settlementId } = await propose();
      const outcomes = await Promise.allSettled([
        takeAction(later(second, 1), id, { move: "approveProposal", settlementId, reason: "-" }),
        takeAction(later(third, 2), id, { move: "approveProposal", settlementId, reason: "-" }),
        takeAction(later(third, 3), id, { move: "declineProposal", settlementId, reason: "-" }),
      ]);
      const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as UserError] : []));
      expect(lost.map(({ key }) => key)).toEqual(["claimSettlementMoved", "claimSettlementMoved"]);
      const approved = outcomes[2]?.status === "rejected";
      expect(await eventsOf(id)).toEqual(approved ? ["settlement.created"] : []);
      expect((await read(id)).settlements).toMatchObject([{ amountCents: 50_001, paymentState: approved ? "approved" : "declined" }]);
    }
  });

  // rules/settlements.md#weigh-8
  test("is open once: of two proposals at the same moment one is refused", async () => {
    const { id, updatedAt } = await insertSampleClaim(worldId, inProgress);
    const seen = updatedAt.toISOString();
    const outcomes = await Promise.allSettled([
      takeAction(later(first, 1), id, { ...large, seen }),
      takeAction(later(second, 2), id, { ...large, seen }),
      takeAction(later(third, 3), id, large),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await read(id)).settlements).toHaveLength(1);
    const another = { ...sampleRefund(), paymentState: "pending_approval" };
    const inserted = sql`insert into settlements (id, claim_id, type, amount_cents, payment_state, created_at)
      values (${another.id}, ${id}, 'refund', 1, 'pending_approval', ${now.toISOString()})`;
    await expect(inserted).rejects.toThrow("settlements_one_proposal");
  });

  // rules/settlements.md#weigh-6
  test("cannot be split: what the claim pays in all counts", async () => {
    const { id } = await insertSampleClaim(worldId, { ...inProgress, settlements: [sampleRefund({ amountCents: 40_000 })] });
    await takeAction(first, id, { move: "approveRefund", amountCents: 20_000, reason: "-" });
    expect((await read(id)).settlements).toMatchObject([{ paymentState: "approved" }, { paymentState: "pending_approval" }]);
  });

  test("is needed again once the bank returned it: nobody pays twice alone", async () => {
    const { id, settlementId } = await propose();
    await takeAction(later(second, 1), id, { move: "approveProposal", settlementId, reason: "-" });
    await takeAction(later(first, 2), id, { move: "executePayment", settlementId });
    await takeAction(later(first, 3), id, { move: "returnPayment", settlementId, reason: "Account closed" });
    const claim = await read(id);
    expect(claim).toMatchObject({ status: "in_progress", stage: "waiting_for_tulip", closedAt: null });
    expect(claim.settlements).toMatchObject([
      { paymentState: "failed" },
      { type: "returned" },
      { paymentState: "pending_approval", amountCents: 50_001, proposedBy: people[0]?.id },
    ]);
    expect((await eventsOf(id)).slice(-3)).toEqual(["settlement.returned", "reopened", "status.updated"]);
    const again = claim.settlements[2]?.id ?? "";
    expect(await keyOf(takeAction(later(first, 4), id, { move: "approveProposal", settlementId: again, reason: "-" }))).toBe(
      "claimNeedsSecondHandler",
    );
    await takeAction(later(second, 5), id, { move: "approveProposal", settlementId: again, reason: "-" });
    await takeAction(later(first, 6), id, { move: "executePayment", settlementId: again });
    expect(await read(id)).toMatchObject({ status: "closed" });
  });

  // rules/settlements.md#weigh-6
  test("is needed for a small one that the bank is said to have returned, once all that it had exceeds the amount", async () => {
    const { id } = await insertSampleClaim(worldId, inProgress);
    await takeAction(first, id, { move: "approveRefund", amountCents: 20_000, reason: "-" });
    for (const attempt of [0, 1]) {
      const { id: settlementId = "", paymentState } = (await read(id)).settlements.at(-1) ?? {};
      expect(paymentState).toBe("approved");
      await takeAction(later(first, 2 * attempt + 1), id, { move: "executePayment", settlementId });
      await takeAction(later(first, 2 * attempt + 2), id, { move: "returnPayment", settlementId, reason: "Account closed" });
    }
    expect((await read(id)).settlements.at(-1)).toMatchObject({ paymentState: "pending_approval", proposedBy: people[0]?.id });
  });

  test("waits for the decision on a proposal before a return makes another", async () => {
    const { id } = await propose({ settlements: [sampleRefund({ amountCents: 40_000 })], stage: "waiting_for_payment" });
    const paid = (await read(id)).settlements.find(({ paymentState }) => paymentState === "approved")?.id ?? "";
    const move: ClaimAction = { move: "returnPayment", settlementId: paid, reason: "Account closed" };
    expect(await keyOf(takeAction(first, id, move))).toBe("claimRefundProposed");
    const proposed = (await read(id)).settlements.find(({ paymentState }) => paymentState === "pending_approval")?.id ?? "";
    await takeAction(later(second, 1), id, { move: "declineProposal", settlementId: proposed, reason: "-" });
    await takeAction(later(first, 2), id, move);
    expect((await read(id)).settlements.at(-1)).toMatchObject({ amountCents: 40_000, paymentState: "approved" });
  });

  test("does not close the claim with an earlier payment", async () => {
    const { id } = await propose({ settlements: [sampleRefund()], stage: "waiting_for_payment" });
    const paid = (await read(id)).settlements.find(({ paymentState }) => paymentState === "approved");
    await takeAction(second, id, { move: "executePayment", settlementId: paid?.id ?? "" });
    expect(await read(id)).toMatchObject({ status: "in_progress" });
  });

  // rules/settlements.md#weigh-9
  test("of a test claim, which moves no money, needs one handler", async () => {
    const { id } = await insertSampleClaim(worldId, { ...inProgress, test: true });
    await takeAction(first, id, large);
    expect((await read(id)).settlements).toMatchObject([{ paymentState: "approved" }]);
  });
});

test("both handlers are in the audit log and the history, and the proof of identity says what is approved", async () => {
  const { id, settlementId } = await propose();
  const fresh = asHandler(await contextOf(people[1] as (typeof people)[number]));
  const stale = { ...fresh, session: { ...fresh.session, authenticatedAt: new Date(0) } };
  await expect(takeAction(stale, id, { move: "approveProposal", settlementId, reason: "-" })).rejects.toMatchObject({
    key: "authenticationStale",
    values: { purpose: "approveRefund", amount: 500.01 },
  });
  await takeAction(later(second, 1), id, { move: "declineProposal", settlementId, reason: "Too much" });
  await takeAction(later(second, 2), id, large);
  const again = (await read(id)).settlements.find(({ paymentState }) => paymentState === "pending_approval");
  await takeAction(later(third, 3), id, { move: "approveProposal", settlementId: again?.id ?? "", reason: "-" });
  const entries = await sql<{ action: string; by: string; reason: string | null }[]>`
    select action, actor ->> 'userId' as by, reason from audit_entries where subject_id = ${id} order by at, id`;
  expect(entries.map(({ action, by, reason }) => [action, people.findIndex((one) => one.id === by), reason])).toEqual([
    ["claim.refundProposed", 0, "-"],
    ["claim.proposalDeclined", 1, "Too much"],
    ["claim.refundProposed", 1, "-"],
    ["claim.proposalApproved", 2, "-"],
  ]);
  expect((await readDeskHistory(first, id)).map(({ action }) => action)).toEqual(entries.map(({ action }) => action).toReversed());
});
