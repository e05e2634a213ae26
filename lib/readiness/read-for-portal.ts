import { findWorld } from "#lib/partners/find.ts";
import { refreshReadiness } from "#lib/readiness/read.ts";
import type { Readiness } from "#lib/readiness/read.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";
import { assertOwner } from "#lib/users/guards.ts";

/** Always about the partner's development world. */
export async function readForPortal(ctx: PartnerContext): Promise<Readiness> {
  assertOwner(ctx);
  const { id } = await findWorld(ctx.world.partnerId, "development");
  return refreshReadiness(id, ctx.realTime);
}
