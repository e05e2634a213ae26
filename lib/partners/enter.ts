import { and, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners, worlds } from "#db/schema/partners.ts";
import { momentOf } from "#lib/clock.ts";
import type { ActingContext, ApiContext } from "#lib/context.ts";
import { newId } from "#lib/ids.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { NotFound } from "#lib/refusal.ts";

/** The context in which people do, for a partner, what it could do with its key: its own staff in the portal, or the operator's in its place. */
export async function enterWorld(ctx: ActingContext, partnerId: string, environment: Environment): Promise<ApiContext> {
  const [found] = await db
    .select({
      worldId: worlds.id,
      clockOffsetMs: worlds.clockOffsetMs,
      clockStandsAt: worlds.clockStandsAt,
      features: partners.features,
      openContractsLimit: partners.openContractsLimit,
      tariffId: partners.tariffId,
    })
    .from(worlds)
    .innerJoin(partners, eq(partners.id, worlds.partnerId))
    .where(and(eq(worlds.partnerId, partnerId), eq(worlds.environment, environment)));
  if (found === undefined) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
  const { worldId, clockOffsetMs, clockStandsAt, ...partner } = found;
  const clock = { offsetMs: clockOffsetMs, standsAt: clockStandsAt };
  return {
    executionId: newId("exec"),
    ...momentOf(clock, ctx.now),
    actor: ctx.actor,
    address: ctx.address,
    world: { id: worldId, partnerId, environment },
    clock,
    partner,
  };
}
