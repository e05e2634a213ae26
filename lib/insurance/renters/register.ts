import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { contracts } from "#db/schema/contracts.ts";
import { renters } from "#db/schema/partners.ts";
import { recordAudit, withBefore } from "#lib/account/audit/record.ts";
import { assertUnchanged } from "#lib/account/partners/change.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { insertOpening } from "#lib/insurance/renters/attach.ts";
import { timeZoneOfAddress } from "#lib/insurance/renters/rules/time-zone.ts";
import { renterChange, renterRegistration } from "#lib/insurance/renters/schema.ts";
import type { RenterChange, RenterCompany, RenterRegistration } from "#lib/insurance/renters/schema.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";

/**
 * Registers a rental company (rules/renters.md#attach-1); the partners for which it is opened attach it to their keys with POST /renters.
 */
export async function register(ctx: SupportContext, input: RenterRegistration): Promise<void> {
  const { partnerIds, ...renter } = renterRegistration.parse(input);
  const { uid, company, timeZone = timeZoneOfAddress(company) } = renter;
  await db
    .transaction(async (tx) => {
      await tx.insert(renters).values({ ...renter, timeZone, createdAt: ctx.now });
      for (const partnerId of partnerIds) await insertOpening(tx, ctx, { partnerId, uid });
      await recordAudit(tx, ctx, { action: "renter.registered", subjectId: uid, details: { company: company.company_name } });
    })
    .catch((error: unknown) => {
      if (violatesConstraint(error, "renter_openings_partner_id_partners_id_fk")) {
        throw new NotFound("one of the partners does not exist", { key: "noPartner" });
      }
      throw violatesConstraint(error, "renters_pkey")
        ? new UserError(`the renter ${uid} is registered already`, { key: "renterTaken", values: { uid } })
        : error;
    });
}

/** Registers a renter unless its uid is registered, whatever company that is. */
export async function ensureRegistered(tx: Transaction, ctx: SupportContext, input: RenterRegistration): Promise<void> {
  const { partnerIds: _, ...renter } = renterRegistration.parse(input);
  const { uid, company, timeZone = timeZoneOfAddress(company) } = renter;
  const registered = await tx
    .insert(renters)
    .values({ ...renter, timeZone, createdAt: ctx.now })
    .onConflictDoNothing()
    .returning({ uid: renters.uid });
  if (registered.length === 0) return;
  await recordAudit(tx, ctx, { action: "renter.registered", subjectId: uid, details: { company: company.company_name } });
}

/** Changes a renter from now on. Refused where somebody else changed the same fields since the form was opened (`seen`). */
export async function change(ctx: SupportContext, uid: string, input: RenterChange): Promise<void> {
  const { seen, changes, reason } = renterChange.parse(input);
  await db.transaction(async (tx) => {
    const [renter] = await tx.select().from(renters).where(eq(renters.uid, uid)).for("no key update");
    if (renter === undefined) throw new NotFound(`there is no renter ${uid}`, { key: "noRenter", values: { uid } });
    assertUnchanged(seen, renter);
    const { company = renter.company, contractTypes, productTypes, option, inclusion, timeZone, brandColor } = { ...renter, ...changes };
    // Contracts of an earlier release name no zone: they keep the one that they have counted by.
    if (timeZone !== renter.timeZone) {
      await tx
        .update(contracts)
        .set({ timeZone: renter.timeZone })
        .where(and(eq(contracts.uid, uid), isNull(contracts.timeZone)));
    }
    await tx
      .update(renters)
      .set({ company, contractTypes, productTypes, option, inclusion, timeZone, brandColor })
      .where(eq(renters.uid, uid));
    const { company: _company, ...permissions } = changes;
    const details = { ...withBefore(permissions, renter), ...(changes.company && { company: differing(company, renter.company) }) };
    await recordAudit(tx, ctx, { action: "renter.changed", subjectId: uid, reason, details });
  });
}

/** Only names of changed fields, since the audit log is permanent and must hold no personal data. */
function differing(after: RenterCompany, before: RenterCompany): string[] {
  return Object.entries(after).flatMap(([name, value]) => (before[name as keyof RenterCompany] === value ? [] : [name]));
}
