import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { partners } from "#db/schema/partners.ts";
import { noteAudit } from "#lib/audit/note.ts";
import { reasoned } from "#lib/audit/schema.ts";
import type { StaffContext } from "#lib/context.ts";
import { refuseDuplicateName } from "#lib/partners/duplicate-name.ts";
import { partnerChanges } from "#lib/partners/schema.ts";
import type { PartnerChanges, PartnerChangesInput } from "#lib/partners/schema.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";
import { assertSupport } from "#lib/users/guards.ts";

/**
 * Changes a partner's settings; what is left out stays. In force from the partner's next request on. Where somebody else has
 * changed a setting of `seen` since it was read, nothing is changed, and a Refusal says so.
 */
export async function change(
  ctx: StaffContext,
  partnerId: string,
  input: PartnerChangesInput,
  { seen = {}, ...why }: { reason: string; seen?: Partial<PartnerChanges> },
): Promise<void> {
  assertSupport(ctx);
  const parsed = partnerChanges.parse(input);
  const { reason } = reasoned.parse(why);
  const given = Object.entries(parsed).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const changes = Object.fromEntries(given);
  await db
    .transaction(async (tx) => {
      const [partner] = await tx.select().from(partners).where(eq(partners.id, partnerId)).for("no key update");
      if (partner === undefined) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
      const isOutdated = Object.entries(seen).some(
        ([setting, value]) => !isDeepStrictEqual(partner[setting as keyof PartnerChanges], value),
      );
      if (isOutdated) throw new Refusal("somebody else has changed these settings meanwhile", { key: "changedMeanwhile" });
      await tx.update(partners).set(changes).where(eq(partners.id, partnerId));
      await noteAudit(tx, ctx, { action: "partner.changed", subjectId: partnerId, reason, details: changes });
    })
    .catch(refuseUnknownTariff(parsed.tariffId))
    .catch(refuseDuplicateName(parsed.name ?? ""));
}

function refuseUnknownTariff(tariffId: string | null | undefined): (error: unknown) => never {
  return (error) => {
    throw violatesConstraint(error, "partners_tariff_id_tariffs_id_fk")
      ? new Refusal(`tariff: there is none with the id ${tariffId}`, { key: "noTariff", values: { tariffId: tariffId ?? "" } })
      : error;
  };
}
