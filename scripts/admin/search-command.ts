import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { beginRepair, indexThings, readRepair } from "#lib/developer/search/index-things.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { fields } from "#scripts/admin/text.ts";

/** Says how far the entries of the search have been written. */
export async function progress(): Promise<Answer> {
  const last = await readRepair();
  if (last === undefined) return { data: {}, text: "The entries were never written from the beginning." };
  const { startedAt, finishedAt, kind, entries } = last;
  const now = finishedAt === null ? { "is writing": kind } : { "done at": finishedAt };
  return { data: { startedAt, finishedAt, kind, entries }, text: fields({ "begun at": startedAt, ...now, entries }) };
}

/** Writes all entries anew, or goes on with what is under way, here or in an instance that is at it. */
export async function repair(ctx: OperatorContext): Promise<Answer> {
  await beginRepair(ctx.now);
  await indexThings(ctx.now);
  return progress();
}
