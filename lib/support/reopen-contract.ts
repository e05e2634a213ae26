import type { StaffContext } from "#lib/context.ts";
import { reopen } from "#lib/contracts/reopen.ts";
import { reopening } from "#lib/support/schema.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** Reopens a contract until a new end (lib/contracts/reopen.ts), as the console's form asks for it. */
export async function reopenContract(ctx: StaffContext, cid: string, input: { endDate: string; reason: string }): Promise<void> {
  assertSupport(ctx);
  const { endDate, reason } = reopening.parse(input);
  await reopen(ctx, cid, { endDate: new Date(endDate), reason });
}
