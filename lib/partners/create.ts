import { db } from "#db/client.ts";
import { partners, worlds } from "#db/schema/partners.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext, World } from "#lib/context.ts";
import { newId } from "#lib/ids.ts";
import { issueKey } from "#lib/keys/issue.ts";
import type { IssuedKey } from "#lib/keys/issue.ts";
import { refuseDuplicateName } from "#lib/partners/duplicate-name.ts";
import { environments, partnerSettings } from "#lib/partners/schema.ts";
import type { Environment, PartnerSettingsInput } from "#lib/partners/schema.ts";
import { assertSupport } from "#lib/users/guards.ts";

export interface CreatedPartner {
  id: string;
  worlds: Record<Environment, World>;
  keys: Record<Environment, IssuedKey>;
}

/** Creates a partner with its two environments and a key for each (resolutions.md § 1). */
export async function create(ctx: StaffContext, input: PartnerSettingsInput): Promise<CreatedPartner> {
  assertSupport(ctx);
  const settings = partnerSettings.parse(input);
  const id = newId("ptn");
  return db
    .transaction(async (tx) => {
      await tx.insert(partners).values({ id, ...settings, createdAt: ctx.now });
      const made = await tx
        .insert(worlds)
        .values(environments.map((environment) => ({ partnerId: id, environment })))
        .returning();
      const keys = await Promise.all(made.map(async (world) => [world.environment, await issueKey(tx, world, ctx.now)] as const));
      await noteAudit(tx, ctx, { action: "partner.created", subjectId: id, details: settings });
      return {
        id,
        worlds: Object.fromEntries(made.map((world) => [world.environment, world])) as Record<Environment, World>,
        keys: Object.fromEntries(keys) as Record<Environment, IssuedKey>,
      };
    })
    .catch(refuseDuplicateName(settings.name));
}
