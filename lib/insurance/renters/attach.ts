import { and, eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { renterAttachments } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { ActingContext, ApiContext, SupportContext, World } from "#lib/account/worlds/context.ts";
import { findWorld } from "#lib/account/worlds/find.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { readRenterId } from "#lib/insurance/renters/rules/attachment.ts";
import type { RenterGrant, PartnerAttachment, PartnerOpening } from "#lib/insurance/renters/schema.ts";
import { detachment } from "#lib/insurance/renters/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { quote } from "#lib/platform/wire/fields.ts";

/** Attaches a renter to the calling key's world: 2000 missing, 2001 unknown or not open for this partner, 2002 already attached. */
export async function attach(ctx: ApiContext, body: unknown): Promise<void> {
  const uid = readRenterId(body);
  await transact(async (tx) => {
    const outcome = await insertAttachment(tx, ctx, ctx.world, uid);
    if (outcome === "unknown") {
      throw new ApiError(
        "RENTER_UNKNOWN",
        `the renter ${quote(uid)} is unknown: send the uid of a renter that the operator has opened for you`,
      );
    }
    if (outcome === "attachedBefore") {
      throw new ApiError("RENTER_ALREADY_ATTACHED", `the renter ${quote(uid)} is already attached to this API key`);
    }
  }, ctx);
}

/**
 * Lets a partner's environment act for a renter, in the partner's place; this opens the renter for the partner (rules/renters.md#attach-1).
 */
export async function attachForPartner(ctx: SupportContext, { partnerId, environment, uid }: PartnerAttachment): Promise<void> {
  const world = await findWorld(partnerId, environment);
  await db.transaction(async (tx) => {
    await assertKnown(tx, { partnerId, uid });
    await insertOpening(tx, ctx, { partnerId, uid });
    if ((await insertAttachment(tx, ctx, world, uid)) === "attached") return;
    throw new UserError(`the renter ${uid} is attached to this environment already`, { key: "renterAttachedBefore", values: { uid } });
  });
}

/** Opens a renter for a partner, which may then attach it (rules/renters.md#attach-1). Throws NotFound or a UserError. */
export async function openForPartner(ctx: SupportContext, opening: PartnerOpening): Promise<void> {
  await db.transaction(async (tx) => {
    await assertKnown(tx, opening);
    if (!(await insertOpening(tx, ctx, opening))) {
      throw new UserError(`the renter ${opening.uid} is open for this partner already`, {
        key: "renterOpenBefore",
        values: { uid: opening.uid },
      });
    }
  });
}

/** Closes a renter for a partner, which can then no longer attach it. Existing attachments stay. */
export async function closeForPartner(ctx: SupportContext, { partnerId, uid, reason }: PartnerOpening & { reason: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const closed = await tx.execute(
      sql`delete from renter_openings where partner_id = ${partnerId} and renter_uid = ${uid} returning renter_uid`,
    );
    if (closed.length === 0) throw new NotFound(`the renter ${uid} is not open for this partner`, { key: "noRenter", values: { uid } });
    await recordAudit(tx, ctx, { action: "renter.closed", subjectId: uid, reason, details: { partnerId } });
  });
}

export async function grantRenter(ctx: SupportContext, { environment, ...opening }: RenterGrant): Promise<void> {
  await (environment === undefined ? openForPartner(ctx, opening) : attachForPartner(ctx, { ...opening, environment }));
}

async function assertKnown(tx: Transaction, { partnerId, uid }: PartnerOpening): Promise<void> {
  const [row] = await tx.execute<{ renter: boolean; partner: boolean }>(sql`
    select exists (select from renters where uid = ${uid}) as renter, exists (select from partners where id = ${partnerId}) as partner`);
  if (row?.renter !== true) throw new NotFound(`there is no renter ${uid}: register it first`, { key: "noRenter", values: { uid } });
  if (!row.partner) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
}

/** Detaches a renter: requests that name it get 9003 (rules/renters.md#attach-4). Its contracts stay insured and editable. */
export async function detach(ctx: SupportContext, input: PartnerAttachment & { reason: string }): Promise<void> {
  const { partnerId, environment, uid, reason } = detachment.parse(input);
  const world = await findWorld(partnerId, environment);
  await db.transaction(async (tx) => {
    const detached = await tx
      .delete(renterAttachments)
      .where(and(eq(renterAttachments.worldId, world.id), eq(renterAttachments.renterUid, uid)))
      .returning({ uid: renterAttachments.renterUid });
    if (detached.length === 0) {
      throw new UserError(`the renter ${uid} is not attached to this environment`, { key: "renterDetachedBefore", values: { uid } });
    }
    await recordAudit(tx, ctx, { action: "renter.detached", subjectId: uid, reason, details: { partnerId, environment } });
  });
}

/** `unknown` where no such renter is open for the partner. */
type Attachment = "attached" | "attachedBefore" | "unknown";

/** Attaches a renter and writes the audit entry. One of two concurrent calls gets `attachedBefore`. */
async function insertAttachment(tx: Transaction, ctx: ActingContext | ApiContext, world: World, uid: string): Promise<Attachment> {
  const attachedAt = "realTime" in ctx ? ctx.realTime : ctx.now;
  const [row] = await tx.execute<{ known: boolean; attached: boolean }>(sql`
    with renter as (
        select r.uid from renters r where r.uid = ${uid} and (
          exists (select from renter_openings o where o.renter_uid = r.uid and o.partner_id = ${world.partnerId})
          or exists (select from renter_attachments a where a.renter_uid = r.uid and a.world_id = ${world.id}::int))),
      attachment as (
        insert into renter_attachments (world_id, renter_uid, attached_at)
        select ${world.id}::int, uid, ${attachedAt} from renter
        on conflict do nothing returning renter_uid)
    select exists (select from renter) as known, exists (select from attachment) as attached`);
  if (row?.known !== true) return "unknown";
  if (!row.attached) return "attachedBefore";
  await recordAttachment(tx, ctx, world, uid);
  return "attached";
}

/** Attaches a renter to one world of its partner, which cannot attach it to the other (rules/renters.md#attach-6). */
export async function attachUnopened(tx: Transaction, ctx: SupportContext, world: World, uid: string): Promise<void> {
  await tx.insert(renterAttachments).values({ worldId: world.id, renterUid: uid, attachedAt: ctx.now });
  await recordAttachment(tx, ctx, world, uid);
}

async function recordAttachment(tx: Transaction, ctx: ActingContext, { partnerId, environment }: World, uid: string): Promise<void> {
  await recordAudit(tx, ctx, { action: "renter.attached", subjectId: uid, details: { partnerId, environment } });
}

export async function insertOpening(tx: Transaction, ctx: ActingContext, { partnerId, uid }: PartnerOpening): Promise<boolean> {
  const opened = await tx.execute(sql`
    insert into renter_openings (partner_id, renter_uid, opened_at) values (${partnerId}, ${uid}, ${ctx.now})
    on conflict do nothing returning renter_uid`);
  if (opened.length === 0) return false;
  await recordAudit(tx, ctx, { action: "renter.opened", subjectId: uid, details: { partnerId } });
  return true;
}
