import type { StaffContext } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import type { ConsoleContext } from "#lib/users/contexts.ts";
import { isAmong } from "#lib/users/rules/audience.ts";

/** Rejects all but claim handlers: support reads claims and does not decide on them. The admin command acts as any of the staff. */
export function assertHandler(ctx: StaffContext | ConsoleContext): void {
  if ("user" in ctx && !isAmong("handler", ctx.user.role)) throw new Refusal("this is for claim handlers alone", { key: "handlerOnly" });
}
