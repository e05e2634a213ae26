import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";
import { attachForPartner } from "#lib/renters/attach-for-partner.ts";
import { insertOpening } from "#lib/renters/insert-attachment.ts";
import type { PartnerAdmission, PartnerOpening } from "#lib/renters/schema.ts";
import { assertSupport } from "#lib/users/guards.ts";

/**
 * Opens a renter for a partner, which may attach it to its keys from now on (resolutions.md § 6, Who may attach a renter).
 * NotFound for a partner or a renter that there is not, Refusal where it is open already.
 */
export async function openForPartner(ctx: StaffContext, opening: PartnerOpening): Promise<void> {
  assertSupport(ctx);
  await db.transaction(async (tx) => {
    await assertKnown(tx, opening);
    if (!(await insertOpening(tx, ctx, opening))) {
      throw new Refusal(`the renter ${opening.uid} is open for this partner already`, {
        key: "renterOpenBefore",
        values: { uid: opening.uid },
      });
    }
  });
}

/** Closes a renter for a partner: it can no longer be attached. Where it is attached it stays so, until it is detached. */
export async function closeForPartner(ctx: StaffContext, { partnerId, uid, reason }: PartnerOpening & { reason: string }): Promise<void> {
  assertSupport(ctx);
  await db.transaction(async (tx) => {
    const closed = await tx.execute(
      sql`delete from renter_openings where partner_id = ${partnerId} and renter_uid = ${uid} returning renter_uid`,
    );
    if (closed.length === 0) throw new NotFound(`the renter ${uid} is not open for this partner`, { key: "noRenter", values: { uid } });
    await noteAudit(tx, ctx, { action: "renter.closed", subjectId: uid, reason, details: { partnerId } });
  });
}

/** Lets a partner act for a renter: attaches it to an environment or, without one, opens it for the partner to attach itself. */
export async function admitRenter(ctx: StaffContext, { environment, ...opening }: PartnerAdmission): Promise<void> {
  await (environment === undefined ? openForPartner(ctx, opening) : attachForPartner(ctx, { ...opening, environment }));
}

async function assertKnown(tx: Transaction, { partnerId, uid }: PartnerOpening): Promise<void> {
  const [known] = (await tx.execute(sql`
    select exists (select from renters where uid = ${uid}) as renter, exists (select from partners where id = ${partnerId}) as partner`)) as unknown as {
    renter: boolean;
    partner: boolean;
  }[];
  if (known?.renter !== true) throw new NotFound(`there is no renter ${uid}: register it first`, { key: "noRenter", values: { uid } });
  if (!known.partner) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
}
