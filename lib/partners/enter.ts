import { and, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners, worlds } from "#db/schema/partners.ts";
import type { ApiContext } from "#lib/context.ts";
import { newId } from "#lib/ids.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { Refusal } from "#lib/refusal.ts";

/** The context in which people do, for a partner, what it could do with its key: its own staff in the portal, or the operator's in its place. */
export async function enterWorld(ctx: Pick<ApiContext, "now" | "actor">, partnerId: string, environment: Environment): Promise<ApiContext> {
  const [found] = await db
    .select({
      worldId: worlds.id,
      features: partners.features,
      openContractsLimit: partners.openContractsLimit,
      tariffId: partners.tariffId,
    })
    .from(worlds)
    .innerJoin(partners, eq(partners.id, worlds.partnerId))
    .where(and(eq(worlds.partnerId, partnerId), eq(worlds.environment, environment)));
  if (found === undefined) throw new Refusal(`there is no partner ${partnerId}`);
  const { worldId, ...partner } = found;
  return { executionId: newId("exec"), now: ctx.now, actor: ctx.actor, world: { id: worldId, partnerId, environment }, partner };
}
