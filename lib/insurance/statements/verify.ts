import { hashEntries } from "#lib/insurance/statements/list-entries.ts";
import { assertMonth, read } from "#lib/insurance/statements/read.ts";
import type { StatementContext } from "#lib/insurance/statements/read.ts";
import { closingOf } from "#lib/insurance/statements/rules/months.ts";
import type { Month } from "#lib/insurance/statements/rules/months.ts";

export interface Verification {
  /** The hash of the entries as they are stored now. */
  sha256: string;
  /** True if it is the hash with which the month was closed. */
  isUnchanged: boolean;
}

/** Hashes the entries of a closed month again; null for one that is open (rules/statements.md#month-3). */
export async function verify(ctx: StatementContext, month: Month): Promise<Verification | null> {
  await assertMonth(ctx, month);
  if (closingOf(month) > ctx.now) return null;
  const { sha256: closedWith } = await read(ctx, month);
  if (closedWith === null) return null;
  const sha256 = await hashEntries(ctx.world.id, month);
  return { sha256, isUnchanged: sha256 === closedWith };
}
