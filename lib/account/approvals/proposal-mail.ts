import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { approverRoles } from "#lib/account/approvals/list.ts";
import type { ApprovalKind } from "#lib/account/approvals/list.ts";
import { env } from "#lib/platform/env.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { inBothLanguages, writeNotice } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

interface Proposed {
  kind: ApprovalKind;
  /** The user who proposed it; null at the admin command. */
  proposedBy: string | null;
}

const subjects = {
  refund: ["A refund waits for your approval", "Une indemnité attend votre accord"],
  deduction: ["A deduction waits for your approval", "Une retenue attend votre accord"],
  priceList: ["A price list waits for your approval", "Un tarif attend votre accord"],
  priceListWithdrawal: ["The withdrawal of a price list waits for your approval", "Le retrait d’un tarif attend votre accord"],
  payerAccount: ["The account to pay from waits for your approval", "Le compte payeur attend votre accord"],
  payeeAccount: ["A bank account waits for your approval", "Un compte bancaire attend votre accord"],
} as const satisfies Record<ApprovalKind, readonly [string, string]>;

interface Proposal {
  kind: ApprovalKind;
  proposedBy: string | null;
  /** The person's name. */
  proposer: string;
  /** The claim's number, the list with its version, the rental company, or the holder of the account that pays. */
  about: string;
  /** The path of the page with the decision. */
  path: string;
}

/** Notifies the approvers. */
export async function writeApprovalNotice(
  tx: Transaction,
  { kind, proposedBy, proposer, about, path }: Proposal,
  now: Date,
): Promise<void> {
  const [english, french] = subjects[kind];
  const to = await listApproverEmails(tx, { kind, proposedBy });
  const message = inBothLanguages(
    `${english} / ${french}`,
    ownAddress(path),
    `${english}: ${about}, proposed by ${proposer}. Approve or decline it here:`,
    `${french} : ${about}, proposé par ${proposer}. Acceptez ou refusez ici :`,
  );
  await writeNotice(tx, { kind: "toApprove", partnerId: null, to, ...message }, now);
}

/** False if one person decides alone, as FOUR_EYES_ABOVE=none says. */
export function needsSecondPerson(): boolean {
  return env.FOUR_EYES_ABOVE !== null;
}

/**
 * Refuses people who may not decide on a proposal: its author, and those who have lost the role or the account meanwhile. The row of
 * the user stays locked, so that a colleague who disables them waits.
 */
export async function assertMayDecide(tx: Transaction, userId: string | undefined, { kind, proposedBy }: Proposed): Promise<void> {
  if (userId === undefined || userId === proposedBy) {
    throw new UserError("another person decides on what one has proposed", { key: "approvalOwn" });
  }
  const role = approverRoles[kind];
  const [approver] = await tx.execute<{ id: string }>(sql`
    select id from users where id = ${userId} and role = ${role} and disabled_at is null for share`);
  if (approver === undefined) {
    throw new UserError(`only ${role} decides on this`, { key: role === "handler" ? "handlerOnly" : "supportOnly" });
  }
}

/** The e-mail addresses of everybody who may decide on a proposal; the person who made it may not. */
async function listApproverEmails(tx: Transaction, { kind, proposedBy }: Proposed): Promise<string[]> {
  const rows = await tx.execute<{ email: string }>(sql`
    select email from users
    where role = ${approverRoles[kind]} and disabled_at is null and id is distinct from ${proposedBy}::text order by id`);
  return rows.map(({ email }) => email);
}
