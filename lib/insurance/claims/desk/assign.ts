import { sql } from "drizzle-orm";
import { z } from "zod";
import { db, sql as pool } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { HandlerContext, StaffContext } from "#lib/account/worlds/context.ts";
import { openStatuses } from "#lib/insurance/claims/list-filters.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { reason } from "#lib/platform/wire/reason.ts";
import { identifier } from "#lib/platform/wire/wire.ts";

/** The handler that the claim had when it was looked at; null for none. */
const seen = identifier.nullable();

const assignmentForms = { handOver: z.strictObject({ to: identifier, reason }), unassign: z.strictObject({ reason }) };

export const assignment = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("take"), seen }),
  assignmentForms.handOver.extend({ kind: z.literal("handOver"), seen }),
  assignmentForms.unassign.extend({ kind: z.literal("unassign"), seen }),
]);
export type Assignment = z.output<typeof assignment>;

const actions = { take: "claim.assigned", handOver: "claim.handedOver", unassign: "claim.unassigned" } as const;

/**
 * Gives an open claim to the caller, to another handler or to nobody (rules/claims.md#handle-8). Partners do not see it, so the claim's
 * `updatedAt` stays. Throws a UserError if its handler is no longer the one that the caller saw, or it is over.
 */
export async function assignClaim(ctx: HandlerContext, claimId: string, input: Assignment): Promise<void> {
  const assignee = assignment.parse(input);
  const to = assignee.kind === "unassign" ? null : assignee.kind === "handOver" ? assignee.to : (ctx.actor.userId ?? null);
  await db.transaction(async (tx) => {
    if (to !== null) await assertHandles(tx, to);
    const changed = await tx.execute(sql`
      update claims set handler_id = ${to}
      where id = ${claimId} and handler_id is not distinct from ${assignee.seen}::text and status = any(${sql.param([...openStatuses])}::text[])
      returning id`);
    if (changed.length === 0) throw await explain(tx, claimId, assignee.seen);
    await recordAudit(tx, ctx, {
      action: actions[assignee.kind],
      subjectId: claimId,
      details: { from: assignee.seen, to },
      ...("reason" in assignee && { reason: assignee.reason }),
    });
  });
}

async function assertHandles(tx: Transaction, userId: string): Promise<void> {
  const rows = await tx.execute(sql`select from users where id = ${userId} and role = 'handler' and disabled_at is null for share`);
  if (rows.length === 0) throw new UserError(`${userId} is no claim handler`, { key: "noHandler" });
}

async function explain(tx: Transaction, claimId: string, seenHandler: string | null): Promise<UserError> {
  const [claim] = await tx.execute<{ handlerId: string | null; name: string | null }>(sql`
    select c.handler_id, u.name from claims c left join users u on u.id = c.handler_id where c.id = ${claimId}`);
  if (claim === undefined) return new NotFound(`there is no claim ${claimId}`, { key: "noClaim" });
  if (claim.handlerId === seenHandler) return new UserError("the claim is over, or a draft", { key: "claimChanged" });
  if (claim.handlerId === null) return new UserError("the claim is assigned to nobody", { key: "claimUnassignedMeanwhile" });
  const name = claim.name ?? claim.handlerId;
  return new UserError(`${name} handles the claim`, { key: "claimAssignedMeanwhile", values: { name } });
}

/** Lists the handlers to whom a claim can be handed over, by name. */
export async function listHandlers(_ctx: StaffContext): Promise<{ id: string; name: string }[]> {
  return pool<{ id: string; name: string }[]>`
    select id, name from users where role = 'handler' and disabled_at is null order by name, id`;
}
