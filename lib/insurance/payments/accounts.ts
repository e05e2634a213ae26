import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { payeeAccountProposals, payeeAccounts } from "#db/schema/payments.ts";
import { assertMayDecide, needsSecondPerson } from "#lib/account/approvals/approvers.ts";
import { writeApprovalNotice } from "#lib/account/approvals/proposal-mail.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { payeeAccount } from "#lib/insurance/payments/schema.ts";
import type { AccountProposalStatus } from "#lib/insurance/payments/schema.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { maskIban } from "#lib/platform/money/iban.ts";

type Account = z.output<typeof payeeAccount>;

/**
 * Enters the account to which a rental company's refunds are paid. Support does it, since handlers pay, and another person of support
 * approves it: until then refunds go to the account before.
 */
export async function proposeAccount(
  ctx: SupportContext,
  renterUid: string,
  input: z.input<typeof payeeAccount>,
): Promise<{ isWaiting: boolean }> {
  assertRecentlyAuthenticated(ctx, "changeAccount");
  const account = payeeAccount.parse(input);
  const proposedBy = userIdOf(ctx);
  if (!needsSecondPerson()) {
    await db.transaction(async (tx) => {
      await findRenter(tx, renterUid);
      await write(tx, ctx, { renterUid, ...account, changedBy: proposedBy });
    });
    return { isWaiting: false };
  }
  const id = newId("pap");
  await db
    .transaction(async (tx) => {
      const { name: about } = await findRenter(tx, renterUid);
      await tx.insert(payeeAccountProposals).values({ id, renterUid, ...account, status: "waiting", proposedBy, proposedAt: ctx.now });
      await recordAudit(tx, ctx, { action: "renter.accountProposed", subjectId: renterUid, details: detailsOf(account) });
      const path = `/support/renters/${encodeURIComponent(renterUid)}`;
      await writeApprovalNotice(tx, { kind: "payeeAccount", proposedBy, proposer: ctx.actor.name, about, path }, ctx.now);
    })
    .catch((error: unknown) => {
      if (!violatesConstraint(error, "payee_account_proposals_waiting")) throw error;
      throw new UserError(`an account of ${renterUid} waits already`, { key: "accountProposedBefore" });
    });
  return { isWaiting: true };
}

/** Has refunds paid to the account that another person entered. */
export async function approveAccount(ctx: SupportContext, id: string): Promise<void> {
  assertRecentlyAuthenticated(ctx, "changeAccount");
  await decide(ctx, id, "approved", (tx, { renterUid, holder, iban, proposedBy }) =>
    write(tx, ctx, { renterUid, holder, iban, changedBy: proposedBy }),
  );
}

export async function declineAccount(ctx: SupportContext, id: string, reason: string): Promise<void> {
  await decide(ctx, id, "declined", (tx, proposal) => {
    const { renterUid: subjectId } = proposal;
    return recordAudit(tx, ctx, { action: "renter.accountDeclined", subjectId, reason, details: detailsOf(proposal) });
  });
}

/** Takes one's own entry back. */
export async function withdrawAccount(ctx: SupportContext, id: string): Promise<void> {
  await decide(ctx, id, "withdrawn", (tx, proposal) => {
    const { renterUid: subjectId } = proposal;
    return recordAudit(tx, ctx, { action: "renter.accountWithdrawn", subjectId, details: detailsOf(proposal) });
  });
}

type Proposal = typeof payeeAccountProposals.$inferSelect;

/** Locks the proposal, so that one of two simultaneous decisions is refused. */
async function decide(
  ctx: SupportContext,
  id: string,
  status: Exclude<AccountProposalStatus, "waiting">,
  carryOut: (tx: Transaction, proposal: Proposal) => Promise<void>,
): Promise<void> {
  const decidedBy = userIdOf(ctx);
  await db.transaction(async (tx) => {
    const [proposal] = await tx.select().from(payeeAccountProposals).where(eq(payeeAccountProposals.id, id)).for("update");
    if (proposal === undefined) throw new NotFound(`there is no proposal ${id}`, { key: "noApproval" });
    if (proposal.status !== "waiting") throw new UserError(`the proposal ${id} is ${proposal.status}`, { key: "approvalDecided" });
    if (status !== "withdrawn") await assertMayDecide(tx, decidedBy, { kind: "payeeAccount", proposedBy: proposal.proposedBy });
    else if (decidedBy !== proposal.proposedBy) {
      throw new UserError("a proposal is withdrawn by who made it", { key: "approvalNotProposer" });
    }
    await tx.update(payeeAccountProposals).set({ status, decidedBy, decidedAt: ctx.now }).where(eq(payeeAccountProposals.id, id));
    await carryOut(tx, proposal);
  });
}

async function write(
  tx: Transaction,
  ctx: SupportContext,
  { renterUid, holder, iban, changedBy }: Account & { renterUid: string; changedBy: string },
): Promise<void> {
  const values = { holder, iban, changedBy, changedAt: ctx.now };
  await tx
    .insert(payeeAccounts)
    .values({ renterUid, ...values })
    .onConflictDoUpdate({ target: payeeAccounts.renterUid, set: values });
  const details = { ...detailsOf({ holder, iban }), enteredBy: changedBy };
  await recordAudit(tx, ctx, { action: "renter.accountChanged", subjectId: renterUid, details });
}

function detailsOf({ holder, iban }: Account): { holder: string; iban: string } {
  return { holder, iban: maskIban(iban) };
}

function userIdOf({ actor }: SupportContext): string {
  if (actor.userId === undefined) throw new UserError("an account needs somebody who enters it", { key: "supportOnly" });
  return actor.userId;
}

async function findRenter(tx: Transaction, uid: string): Promise<{ name: string }> {
  const [renter] = await tx.execute<{ name: string }>(sql`select company ->> 'company_name' as name from renters where uid = ${uid}`);
  if (renter === undefined) throw new NotFound(`there is no renter ${uid}`, { key: "noRenter", values: { uid } });
  return renter;
}
