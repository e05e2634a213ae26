import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { payeeAccountProposals, payeeAccounts } from "#db/schema/payments.ts";
import { assertMayDecide, needsSecondPerson, writeApprovalNotice } from "#lib/account/approvals/proposal-mail.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { assertIban } from "#lib/insurance/payments/rules/assert-iban.ts";
import { payeeAccount } from "#lib/insurance/payments/schema.ts";
import type { AccountProposalStatus } from "#lib/insurance/payments/schema.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { maskIban } from "#lib/platform/money/iban.ts";

type Account = z.output<typeof payeeAccount>;

/**
 * Enters the account to which a rental company's refunds are paid, or with null the account that pays. Support does it, since handlers pay,
 * and another person of support approves it: until then the account before is used.
 */
export async function proposeAccount(
  ctx: SupportContext,
  renterUid: string | null,
  input: z.input<typeof payeeAccount>,
): Promise<{ isWaiting: boolean }> {
  assertRecentlyAuthenticated(ctx, "changeAccount");
  const account = payeeAccount.parse(input);
  assertIban(account.iban);
  const proposedBy = userIdOf(ctx);
  const isWaiting = needsSecondPerson();
  const id = newId("pap");
  const status = isWaiting ? ("waiting" as const) : ("approved" as const);
  const proposal = { id, renterUid, ...account, status, proposedBy, proposedAt: ctx.now, decidedAt: isWaiting ? null : ctx.now };
  await db
    .transaction(async (tx) => {
      const about = renterUid === null ? account.holder : await findRenter(tx, renterUid);
      await tx.insert(payeeAccountProposals).values(proposal);
      if (!isWaiting) {
        await use(tx, ctx, proposal);
        return;
      }
      await recordAudit(tx, ctx, auditOf("Proposed", proposal));
      const path = renterUid === null ? "/support/payments" : `/support/renters/${encodeURIComponent(renterUid)}`;
      await writeApprovalNotice(tx, { kind: kindOf(renterUid), proposedBy, proposer: ctx.actor.name, about, path }, ctx.now);
    })
    .catch((error: unknown) => {
      const isSecond = ["payee_account_proposals_waiting", "payer_account_proposals_waiting"].some((name) =>
        violatesConstraint(error, name),
      );
      if (!isSecond) throw error;
      throw new UserError("such an account waits already", { key: "accountProposedBefore" });
    });
  return { isWaiting };
}

/** Has refunds paid to or from the account that another person entered. */
export async function approveAccount(ctx: SupportContext, id: string): Promise<void> {
  assertRecentlyAuthenticated(ctx, "changeAccount");
  await decide(ctx, id, "approved", (tx, proposal) => use(tx, ctx, proposal));
}

export async function declineAccount(ctx: SupportContext, id: string, reason: string): Promise<void> {
  await decide(ctx, id, "declined", (tx, proposal) => recordAudit(tx, ctx, { ...auditOf("Declined", proposal), reason }));
}

/** Takes one's own entry back. */
export async function withdrawAccount(ctx: SupportContext, id: string): Promise<void> {
  await decide(ctx, id, "withdrawn", (tx, proposal) => recordAudit(tx, ctx, auditOf("Withdrawn", proposal)));
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
    if (status !== "withdrawn") await assertMayDecide(tx, decidedBy, { kind: kindOf(proposal.renterUid), proposedBy: proposal.proposedBy });
    else if (decidedBy !== proposal.proposedBy) {
      throw new UserError("a proposal is withdrawn by who made it", { key: "approvalNotProposer" });
    }
    await tx.update(payeeAccountProposals).set({ status, decidedBy, decidedAt: ctx.now }).where(eq(payeeAccountProposals.id, id));
    await carryOut(tx, proposal);
  });
}

/** The account that was approved last is the one that pays. */
async function use(tx: Transaction, ctx: SupportContext, proposal: Entered): Promise<void> {
  const { renterUid, holder, iban, proposedBy: changedBy } = proposal;
  const values = { holder, iban, changedBy, changedAt: ctx.now };
  if (renterUid !== null) {
    await tx
      .insert(payeeAccounts)
      .values({ renterUid, ...values })
      .onConflictDoUpdate({ target: payeeAccounts.renterUid, set: values });
  }
  const { details, ...entry } = auditOf("Changed", proposal);
  await recordAudit(tx, ctx, { ...entry, details: { ...details, enteredBy: changedBy } });
}

type Entered = Account & Pick<Proposal, "renterUid" | "proposedBy">;

function auditOf<Change extends string>(change: Change, { renterUid, holder, iban }: Entered) {
  const action = `${renterUid === null ? "payer" : "renter"}.account${change}` as const;
  return { action, subjectId: renterUid ?? "payer", details: { holder, iban: maskIban(iban) } };
}

function kindOf(renterUid: string | null): "payerAccount" | "payeeAccount" {
  return renterUid === null ? "payerAccount" : "payeeAccount";
}

function userIdOf({ actor }: SupportContext): string {
  if (actor.userId === undefined) throw new UserError("an account needs somebody who enters it", { key: "supportOnly" });
  return actor.userId;
}

async function findRenter(tx: Transaction, uid: string): Promise<string> {
  const [renter] = await tx.execute<{ name: string }>(sql`select company ->> 'company_name' as name from renters where uid = ${uid}`);
  if (renter === undefined) throw new NotFound(`there is no renter ${uid}`, { key: "noRenter", values: { uid } });
  return renter.name;
}
