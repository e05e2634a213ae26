import { db } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { renters } from "#db/schema/partners.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { insertOpening } from "#lib/renters/insert-attachment.ts";
import { renterRegistration } from "#lib/renters/schema.ts";
import type { RenterRegistration } from "#lib/renters/schema.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** Registers a rental company (resolutions.md § 1); the partners for which it is opened attach it to their keys with POST /renters. */
export async function register(ctx: StaffContext, input: RenterRegistration): Promise<void> {
  assertSupport(ctx);
  const { partnerIds, ...renter } = renterRegistration.parse(input);
  const { uid } = renter;
  await db
    .transaction(async (tx) => {
      await tx.insert(renters).values({ ...renter, createdAt: ctx.now });
      for (const partnerId of partnerIds) await insertOpening(tx, ctx, { partnerId, uid });
      await noteAudit(tx, ctx, { action: "renter.registered", subjectId: uid, details: { company: renter.company.company_name } });
    })
    .catch((error: unknown) => {
      throw violatesConstraint(error, "renters_pkey")
        ? new Refusal(`the renter ${uid} is registered already`, { key: "renterTaken", values: { uid } })
        : error;
    });
}
