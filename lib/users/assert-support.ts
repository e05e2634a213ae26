import type { StaffContext } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import type { ConsoleContext } from "#lib/users/contexts.ts";
import { isAmong } from "#lib/users/rules/audience.ts";

/** The first line of what support alone does, in the console or at the admin command: claim handlers are the operator's staff, too. */
export function assertSupport(ctx: StaffContext | ConsoleContext): void {
  if ("user" in ctx && !isAmong("support", ctx.user.role)) throw new Refusal("this is for support alone", { key: "supportOnly" });
}
