import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { ActingContext, World } from "#lib/context.ts";

/** What came of attaching a renter: it is now, it was already, or no renter has this uid. */
type Attachment = "attached" | "attachedBefore" | "unknown";

/** Attaches a renter to a world and notes it. Of two at once, one attaches it and the other is told. */
export async function insertAttachment(tx: Transaction, ctx: ActingContext, world: World, uid: string): Promise<Attachment> {
  const [found] = (await tx.execute(sql`
    with renter as (select uid from renters where uid = ${uid}),
      attachment as (
        insert into renter_attachments (world_id, renter_uid, attached_at)
        select ${world.id}::int, uid, ${ctx.now.toISOString()}::timestamptz from renter
        on conflict do nothing returning renter_uid)
    select exists (select from renter) as known, exists (select from attachment) as attached`)) as unknown as {
    known: boolean;
    attached: boolean;
  }[];
  if (found?.known !== true) return "unknown";
  if (!found.attached) return "attachedBefore";
  const { partnerId, environment } = world;
  await noteAudit(tx, ctx, { action: "renter.attached", subjectId: uid, details: { partnerId, environment } });
  return "attached";
}
