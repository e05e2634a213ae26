import { and, eq, isNull, or } from "drizzle-orm";
import type { z } from "zod";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { tariffProposals, tariffs } from "#db/schema/tariffs.ts";
import { assertMayDecide, needsSecondPerson, writeApprovalNotice } from "#lib/account/approvals/proposal-mail.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { dateTaken, explained, insertTariff, versionTaken } from "#lib/insurance/prices/create.ts";
import { findReplaced } from "#lib/insurance/prices/effect.ts";
import { changesBetween, isLargeChange } from "#lib/insurance/prices/figures.ts";
import { readPriceFile } from "#lib/insurance/prices/file.ts";
import type { tariffProposalForm } from "#lib/insurance/prices/requests.ts";
import { earliestStart, midnightOf } from "#lib/insurance/prices/rules/start.ts";
import type { NewTariff, Tariff } from "#lib/insurance/prices/schema.ts";
import { withdrawVersion } from "#lib/insurance/prices/withdraw.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { dateOf, insurerZone } from "#lib/platform/time/calendar.ts";

/** Publishes a version for a date to come, as the operator at the admin command (rules/prices.md#lists-3, #lists-6). */
export async function publish(ctx: SupportContext, version: NewTariff, reason: string): Promise<Tariff> {
  assertToCome(version, ctx.now);
  return explained(version, () => db.transaction((tx) => insertTariff(tx, ctx, version, { reason })));
}

/** Proposes the list of a file that `check` found good; the form is refused for one that has problems. */
export async function proposeFile(
  ctx: ContextOf["support"],
  { file, day, confirmed = {}, reason }: z.input<typeof tariffProposalForm>,
): Promise<{ id: string; isPublished: boolean }> {
  const read = readPriceFile(file);
  if ("errors" in read) throw new UserError("the price list has problems", { key: "tariffFaulty" });
  const version = { ...read.list, effectiveFrom: midnightOf(day) };
  await assertConfirmed(version, confirmed);
  return propose(ctx, version, reason);
}

/** Proposes a version for a date to come, which waits until another person of support approves it (rules/prices.md#lists-6). */
export async function propose(
  ctx: ContextOf["support"],
  version: NewTariff,
  reason: string,
): Promise<{ id: string; isPublished: boolean }> {
  assertRecentlyAuthenticated(ctx, "publishPrices");
  assertToCome(version, ctx.now);
  const isPublished = !needsSecondPerson();
  const id = newId("trp");
  const proposal = { id, ...version, reason, proposedBy: ctx.user.id, proposedAt: ctx.now };
  await assertNew(version);
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
      if (isPublished) return;
      const about = `${version.name} ${version.version}`;
      const proposer = { proposedBy: ctx.user.id, proposer: ctx.user.name };
      await writeApprovalNotice(tx, { kind: "priceList", ...proposer, about, path: `/support/prices/${id}` }, ctx.now);
    }),
  );
  return { id, isPublished };
}

/** Publishes, or withdraws, another person's proposal. */
export async function approve(ctx: ContextOf["support"], id: string): Promise<{ tariffId: string }> {
  assertRecentlyAuthenticated(ctx, "publishPrices");
  return db.transaction(async (tx) => {
    const { name, version, effectiveFrom, rates, reason, withdraws, proposedBy } = await lockWaiting(tx, id);
    await assertMayDecide(tx, ctx.user.id, { kind: withdraws === null ? "priceList" : "priceListWithdrawal", proposedBy });
    if (withdraws !== null) {
      await withdrawVersion(tx, ctx, withdraws, { proposal: id, proposedBy, reason });
      await decide(tx, ctx, id, { status: "published", tariffId: withdraws });
      return { tariffId: withdraws };
    }
    const approved = { name, version, effectiveFrom, rates };
    assertToCome(approved, ctx.now);
    const tariff = await explained(approved, () => insertTariff(tx, ctx, approved, { proposal: id, proposedBy }));
    await decide(tx, ctx, id, { status: "published", tariffId: tariff.id });
    return { tariffId: tariff.id };
  });
}

/** Turns down another person's proposal. */
export async function refuse(ctx: ContextOf["support"], id: string, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { proposedBy } = await lockWaiting(tx, id);
    await assertMayDecide(tx, ctx.user.id, { kind: "priceList", proposedBy });
    await decide(tx, ctx, id, { status: "refused" });
    await recordAudit(tx, ctx, { action: "tariff.refused", subjectId: id, reason });
  });
}

/** Takes one's own proposal back: it is then refused by the person who made it. */
export async function withdraw(ctx: ContextOf["support"], id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { proposedBy } = await lockWaiting(tx, id);
    if (proposedBy !== ctx.user.id) throw new UserError("a proposal is withdrawn by who made it", { key: "approvalNotProposer" });
    await decide(tx, ctx, id, { status: "refused" });
    await recordAudit(tx, ctx, { action: "tariff.withdrawn", subjectId: id });
  });
}

/** Locks an undecided proposal: one of two simultaneous decisions is refused. */
async function lockWaiting(tx: Transaction, id: string) {
  const [proposal] = await tx.select().from(tariffProposals).where(eq(tariffProposals.id, id)).for("update");
  if (proposal === undefined) throw new NotFound(`there is no proposal ${id}`, { key: "noTariffProposal" });
  if (proposal.status !== "waiting") throw new UserError(`the proposal ${id} was decided on meanwhile`, { key: "approvalDecided" });
  return proposal;
}

async function decide(
  tx: Transaction,
  { user, now }: ContextOf["support"],
  id: string,
  decision: Pick<typeof tariffProposals.$inferInsert, "status" | "tariffId">,
): Promise<void> {
  await tx
    .update(tariffProposals)
    .set({ ...decision, decidedBy: user.id, decidedAt: now })
    .where(eq(tariffProposals.id, id));
}

/** Rejects a version with a figure that changes by more than half and was not typed once more (rules/prices.md#lists-9). */
async function assertConfirmed({ name, effectiveFrom, rates }: NewTariff, confirmed: Readonly<Record<string, number>>): Promise<void> {
  const replaced = await findReplaced(name, effectiveFrom);
  if (replaced === undefined) return;
  const open = changesBetween(replaced.rates, rates).filter((change) => isLargeChange(change) && confirmed[change.path] !== change.after);
  if (open.length === 0) return;
  const figures = open.map(({ path, after }) => `${path} ${after}`).join(", ");
  throw new UserError(`these figures change by more than half and are to be confirmed: ${figures}`, {
    key: "tariffUnconfirmed",
    values: { figures },
  });
}

/** Rejects a version or a date that the list has: the second person would be the first to hear of it. */
async function assertNew(version: NewTariff): Promise<void> {
  const ofList = and(eq(tariffs.name, version.name), isNull(tariffs.withdrawnAt));
  const same = or(eq(tariffs.version, version.version), eq(tariffs.effectiveFrom, version.effectiveFrom));
  const [taken] = await db.select({ version: tariffs.version }).from(tariffs).where(and(ofList, same)).limit(1);
  if (taken !== undefined) throw taken.version === version.version ? versionTaken(version) : dateTaken(version);
}

function assertToCome({ effectiveFrom }: NewTariff, now: Date): void {
  const earliest = earliestStart(now);
  if (effectiveFrom >= earliest) return;
  const at = dateOf(earliest, insurerZone);
  throw new UserError(`a tariff takes effect on ${at} at the earliest`, { key: "tariffTooSoon", values: { at } });
}
