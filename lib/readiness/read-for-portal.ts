import { findWorld } from "#lib/partners/find.ts";
import { refreshReadiness } from "#lib/readiness/read.ts";
import type { Readiness } from "#lib/readiness/read.ts";
import type { PartnerContext, ConsoleContext } from "#lib/users/contexts.ts";
import { assertOwner, assertSupport } from "#lib/users/guards.ts";

/** Always about the partner's development world. */
export async function readForPortal(ctx: PartnerContext): Promise<Readiness> {
  assertOwner(ctx);
  const { id } = await findWorld(ctx.world.partnerId, "development");
  return refreshReadiness(id, ctx.realTime);
}

export async function readForSupport(ctx: ConsoleContext, partnerId: string): Promise<Readiness> {
  assertSupport(ctx);
  const { id } = await findWorld(partnerId, "development");
  return refreshReadiness(id, ctx.now);
}
