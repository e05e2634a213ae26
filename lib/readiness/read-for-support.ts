import { findWorld } from "#lib/partners/find.ts";
import { refreshReadiness } from "#lib/readiness/read.ts";
import type { Readiness } from "#lib/readiness/read.ts";
import type { ConsoleContext } from "#lib/users/contexts.ts";
import { assertSupport } from "#lib/users/guards.ts";

export async function readForSupport(ctx: ConsoleContext, partnerId: string): Promise<Readiness> {
  assertSupport(ctx);
  const { id } = await findWorld(partnerId, "development");
  return refreshReadiness(id, ctx.now);
}
