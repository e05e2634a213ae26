import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners, worlds } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { insuredSettings, noContact } from "#lib/account/worlds/insured-contact.ts";
import type { InsuredSettings } from "#lib/account/worlds/insured-contact.ts";

/** What the insured of a partner are sent in this environment, and whom they can ask (rules/notices.md#insured-1, #insured-4). */
export async function readInsuredSettings({ world }: OwnerContext): Promise<InsuredSettings> {
  const [row] = await db
    .select({ notifiesInsured: worlds.notifiesInsured, contact: partners.insuredContact })
    .from(worlds)
    .innerJoin(partners, eq(partners.id, worlds.partnerId))
    .where(eq(worlds.id, world.id));
  if (row === undefined) throw new Error(`there is no world ${world.id}`);
  return { notifiesInsured: row.notifiesInsured, contact: row.contact ?? noContact };
}

/** Changes them: the messages for this environment, the contact for both. Audited. */
export async function changeInsuredSettings(ctx: OwnerContext, input: InsuredSettings): Promise<void> {
  const { notifiesInsured, contact } = insuredSettings.parse(input);
  const { id, environment } = ctx.world;
  await db.transaction(async (tx) => {
    const [changed] = await tx.update(worlds).set({ notifiesInsured }).where(eq(worlds.id, id)).returning({ partnerId: worlds.partnerId });
    if (changed === undefined) throw new Error(`there is no world ${id}`);
    await tx.update(partners).set({ insuredContact: contact }).where(eq(partners.id, changed.partnerId));
    const details = { environment, notifiesInsured, ...contact };
    await recordAudit(tx, ctx, { action: "partner.insuredSettingsChanged", subjectId: changed.partnerId, details });
  });
}
