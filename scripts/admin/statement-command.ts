import { SetupError } from "#db/embedded/setup-error.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { listMismatches } from "#lib/insurance/statements/mismatches.ts";
import { repairLedger } from "#lib/insurance/statements/repair.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { fields } from "#scripts/admin/text.ts";

const limit = 20;

export async function mismatches(): Promise<Answer> {
  const cids = await listMismatches();
  return { data: { mismatches: cids.length, contracts: cids }, text: fields({ mismatches: cids.length, contracts: cids.slice(0, limit) }) };
}

/** Compares all contracts now, or goes on with the pass that is under way. */
export async function repair(ctx: OperatorContext): Promise<Answer> {
  const check = await repairLedger(ctx.now, { isDue: true });
  if (check === undefined) throw new SetupError("An instance is comparing them now; ask again in a minute.");
  const { startedAt, finishedAt, repaired } = check;
  return { data: { startedAt, finishedAt, repaired }, text: fields({ "begun at": startedAt, repaired }) };
}
