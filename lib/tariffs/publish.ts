import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { db, sql } from "#db/client.ts";
import { tariffProposals } from "#db/schema/tariffs.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { SupportContext } from "#lib/context.ts";
import { NotFound, Refusal } from "#lib/errors/refusal.ts";
import { newId } from "#lib/ids.ts";
import { explainConflict, insertTariff } from "#lib/tariffs/create.ts";
import { readPriceFile } from "#lib/tariffs/file.ts";
import type { tariffProposalForm } from "#lib/tariffs/requests.ts";
import { earliestStart, midnightOf } from "#lib/tariffs/rules/start.ts";
import type { NewTariff, Tariff } from "#lib/tariffs/schema.ts";
import { assertRecentlyAuthenticated } from "#lib/users/guards.ts";
import type { ContextOf } from "#lib/users/roles.ts";

/** Publishes a version for a date to come, as the operator at the admin command (resolutions.md § 21). */
export async function publish(ctx: SupportContext, version: NewTariff, reason: string): Promise<Tariff> {
  assertToCome(version, ctx.now);
  return explained(version, () => db.transaction((tx) => insertTariff(tx, ctx, version, { reason })));
}

/** Proposes the list of a file that `check` found good; the form is refused for one that has problems. */
export async function proposeFile(
  ctx: ContextOf["support"],
  { file, day, reason }: z.output<typeof tariffProposalForm>,
): Promise<{ id: string; isPublished: boolean }> {
  const read = readPriceFile(file);
  if ("problems" in read) throw new Refusal("the price list has problems", { key: "tariffFaulty" });
  return propose(ctx, { ...read.list, effectiveFrom: midnightOf(day) }, reason);
}

/**
 * Proposes a version for a date to come. Another person of support approves it; where there is nobody else, it is published at once
 * (resolutions.md § 21).
 */
export async function propose(
  ctx: ContextOf["support"],
  version: NewTariff,
  reason: string,
): Promise<{ id: string; isPublished: boolean }> {
  assertRecentlyAuthenticated(ctx, "publishPrices");
  assertToCome(version, ctx.now);
  const [others] = await sql<[{ count: number }]>`
    select count(*)::int as count from users where role = 'support' and disabled_at is null and id <> ${ctx.user.id}`;
  const isPublished = others.count === 0;
  const id = newId("trp");
  const proposal = { id, ...version, reason, proposedBy: ctx.user.id, proposedAt: ctx.now };
  await explained(version, () =>
    db.transaction(async (tx) => {
      const { rates: _rates, ...details } = version;
      await recordAudit(tx, ctx, { action: "tariff.proposed", subjectId: id, reason, details });
      const published = isPublished ? await insertTariff(tx, ctx, version, { proposal: id, reason }) : undefined;
      await tx.insert(tariffProposals).values({
        ...proposal,
        status: isPublished ? "published" : "waiting",
        tariffId: published?.id ?? null,
        decidedAt: isPublished ? ctx.now : null,
        decidedBy: isPublished ? ctx.user.id : null,
      });
    }),
  );
  return { id, isPublished };
}

/** Publishes what another person proposed. */
export async function approve(ctx: ContextOf["support"], id: string): Promise<{ tariffId: string }> {
  assertRecentlyAuthenticated(ctx, "publishPrices");
  const { name, version, effectiveFrom, rates, proposedBy } = await findWaiting(id);
  if (proposedBy === ctx.user.id) throw new Refusal("another person has to approve what you proposed", { key: "tariffOwnProposal" });
  const made = { name, version, effectiveFrom, rates };
  assertToCome(made, ctx.now);
  const tariff = await explained(made, () =>
    db.transaction(async (tx) => {
      const inserted = await insertTariff(tx, ctx, made, { proposal: id, proposedBy });
      await decide(tx, id, { status: "published", decidedBy: ctx.user.id, decidedAt: ctx.now, tariffId: inserted.id });
      return inserted;
    }),
  );
  return { tariffId: tariff.id };
}

/** Turns a proposal down; who made it may do so too. */
export async function refuse(ctx: ContextOf["support"], id: string, reason: string): Promise<void> {
  await findWaiting(id);
  await db.transaction(async (tx) => {
    await decide(tx, id, { status: "refused", decidedBy: ctx.user.id, decidedAt: ctx.now });
    await recordAudit(tx, ctx, { action: "tariff.refused", subjectId: id, reason });
  });
}

async function findWaiting(id: string) {
  const [proposal] = await db.select().from(tariffProposals).where(eq(tariffProposals.id, id));
  if (proposal === undefined) throw new NotFound(`there is no proposal ${id}`, { key: "noTariffProposal" });
  return proposal;
}

/** Guards the write: of two who decide at once, one is refused. */
async function decide(
  tx: Parameters<Parameters<typeof db.transaction>[0]>[0],
  id: string,
  decision: Partial<typeof tariffProposals.$inferInsert>,
): Promise<void> {
  const decided = await tx
    .update(tariffProposals)
    .set(decision)
    .where(and(eq(tariffProposals.id, id), eq(tariffProposals.status, "waiting")))
    .returning({ id: tariffProposals.id });
  if (decided.length === 0) throw new Refusal(`the proposal ${id} was decided on meanwhile`, { key: "tariffDecided" });
}

function assertToCome({ effectiveFrom }: NewTariff, now: Date): void {
  const at = earliestStart(now);
  if (effectiveFrom >= at) return;
  throw new Refusal(`a tariff takes effect at ${at.toISOString()} at the earliest`, {
    key: "tariffTooSoon",
    values: { at: at.toISOString() },
  });
}

async function explained<Result>(version: NewTariff, work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    throw explainConflict(error, version);
  });
}
