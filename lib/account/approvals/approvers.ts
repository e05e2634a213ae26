import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { approverRoles } from "#lib/account/approvals/schema.ts";
import type { ApprovalKind } from "#lib/account/approvals/schema.ts";
import { env } from "#lib/platform/env.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/** False if one person decides alone, as FOUR_EYES_ABOVE=none says. */
export function needsSecondPerson(): boolean {
  return env.FOUR_EYES_ABOVE !== null;
}

interface Proposed {
  kind: ApprovalKind;
  /** The user who proposed it; null at the admin command. */
  proposedBy: string | null;
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
export async function listApproverEmails(tx: Transaction, { kind, proposedBy }: Proposed): Promise<string[]> {
  const rows = await tx.execute<{ email: string }>(sql`
    select email from users
    where role = ${approverRoles[kind]} and disabled_at is null and id is distinct from ${proposedBy}::text order by id`);
  return rows.map(({ email }) => email);
}
