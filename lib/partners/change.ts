import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { refuseDuplicateName } from "#lib/partners/duplicate-name.ts";
import { partnerChanges } from "#lib/partners/schema.ts";
import type { PartnerChangesInput } from "#lib/partners/schema.ts";
import { Refusal } from "#lib/refusal.ts";

/** Changes a partner's settings; what is left out stays. In force from the partner's next request on. */
export async function change(ctx: StaffContext, partnerId: string, input: PartnerChangesInput): Promise<void> {
  const parsed = partnerChanges.parse(input);
  const given = Object.entries(parsed).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const changes = Object.fromEntries(given);
  await db
    .transaction(async (tx) => {
      const changed = await tx.update(partners).set(changes).where(eq(partners.id, partnerId)).returning({ id: partners.id });
      if (changed.length === 0) throw new Refusal(`there is no partner ${partnerId}`);
      await noteAudit(tx, ctx, { action: "partner.changed", subjectId: partnerId, details: changes });
    })
    .catch(refuseDuplicateName(parsed.name ?? ""));
}
