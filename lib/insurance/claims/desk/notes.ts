import { db, sql } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { claimNotes } from "#db/schema/claims.ts";
import type { HandlerContext, StaffContext } from "#lib/account/worlds/context.ts";
import { internalNote } from "#lib/insurance/claims/desk/schema.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";

export interface InternalNote {
  id: string;
  author: string;
  text: string;
  createdAt: Date;
}

const maxRead = 200;

/** Notes something on a claim for colleagues. Nothing of it is ever on the wire (rules/claims.md#handle-7). */
export async function addNote(ctx: HandlerContext, claimId: string, text: string): Promise<void> {
  const { userId } = ctx.actor;
  if (userId === undefined) throw new UserError("a note needs an author", { key: "handlerOnly" });
  await db
    .insert(claimNotes)
    .values({ id: newId("note"), claimId, authorId: userId, text: internalNote.parse({ text }).text, createdAt: ctx.now })
    .catch((error: unknown) => {
      if (violatesConstraint(error, "claim_notes_claim_id_claims_id_fk")) {
        throw new NotFound(`there is no claim ${claimId}`, { key: "noClaim" });
      }
      throw error;
    });
}

/** Lists the internal notes of a claim, by its `id` or `claimId`, the newest first. */
export async function listNotes(_ctx: StaffContext, idOrClaimId: string): Promise<InternalNote[]> {
  return sql<InternalNote[]>`
    select n.id, u.name as author, n.text, n.created_at from claim_notes n join users u on u.id = n.author_id
    where n.claim_id = any(array(select id from claims where id = ${idOrClaimId} union select id from claims where claim_id = ${idOrClaimId}))
    order by n.id desc limit ${sql.unsafe(String(maxRead))}`;
}
