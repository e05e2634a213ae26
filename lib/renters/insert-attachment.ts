import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { ActingContext, ApiContext, World } from "#lib/context.ts";
import type { PartnerOpening } from "#lib/renters/schema.ts";

/** What came of attaching a renter: it is now, it was already, or no renter has this uid that is open for the partner. */
type Attachment = "attached" | "attachedBefore" | "unknown";

/** Attaches a renter to a world and notes it. Of two at once, one attaches it and the other is told. */
export async function insertAttachment(tx: Transaction, ctx: ActingContext | ApiContext, world: World, uid: string): Promise<Attachment> {
  const attachedAt = "realTime" in ctx ? ctx.realTime : ctx.now;
  const [found] = (await tx.execute(sql`
    with renter as (
        select r.uid from renters r join renter_openings o on o.renter_uid = r.uid and o.partner_id = ${world.partnerId} where r.uid = ${uid}),
      attachment as (
        insert into renter_attachments (world_id, renter_uid, attached_at)
        select ${world.id}::int, uid, ${attachedAt.toISOString()}::timestamptz from renter
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

/** Opens a renter for a partner and notes it; false where it was open before. */
export async function insertOpening(tx: Transaction, ctx: ActingContext, { partnerId, uid }: PartnerOpening): Promise<boolean> {
  const opened = await tx.execute(sql`
    insert into renter_openings (partner_id, renter_uid, opened_at) values (${partnerId}, ${uid}, ${ctx.now.toISOString()}::timestamptz)
    on conflict do nothing returning renter_uid`);
  if (opened.length === 0) return false;
  await noteAudit(tx, ctx, { action: "renter.opened", subjectId: uid, details: { partnerId } });
  return true;
}
