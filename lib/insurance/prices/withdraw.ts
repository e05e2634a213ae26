import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { partners } from "#db/schema/partners.ts";
import { tariffProposals, tariffs } from "#db/schema/tariffs.ts";
import { needsSecondPerson, writeApprovalNotice } from "#lib/account/approvals/proposal-mail.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { listOwnerEmails } from "#lib/account/users/owners.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import type { Tariff } from "#lib/insurance/prices/schema.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { dayInParis } from "#lib/platform/i18n/moments.ts";
import { newId } from "#lib/platform/ids.ts";
import { inBothLanguages, writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { Message } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

/** Proposes the withdrawal of a version that is not in force yet, which another person of support approves (rules/prices.md#lists-11). */
export async function proposeWithdrawal(
  ctx: ContextOf["support"],
  tariffId: string,
  reason: string,
): Promise<{ id: string; isWithdrawn: boolean }> {
  assertRecentlyAuthenticated(ctx, "withdrawPrices");
  const isWithdrawn = !needsSecondPerson();
  const id = newId("trp");
  await db
    .transaction(async (tx) => {
      const { name, version, effectiveFrom, rates } = await findToCome(tx, ctx, tariffId);
      await recordAudit(tx, ctx, { action: "tariff.withdrawalProposed", subjectId: tariffId, reason, details: { proposal: id } });
      const decision = { status: "published", tariffId, decidedAt: ctx.now, decidedBy: ctx.user.id } as const;
      await tx.insert(tariffProposals).values({
        ...{ id, name, version, effectiveFrom, rates, reason, withdraws: tariffId, proposedBy: ctx.user.id, proposedAt: ctx.now },
        ...(isWithdrawn ? decision : { status: "waiting" }),
      });
      if (isWithdrawn) return withdrawVersion(tx, ctx, tariffId, { proposal: id, reason });
      const proposer = { proposedBy: ctx.user.id, proposer: ctx.user.name };
      const about = { about: `${name} ${version}`, path: `/support/prices/${id}` };
      return writeApprovalNotice(tx, { kind: "priceListWithdrawal", ...proposer, ...about }, ctx.now);
    })
    .catch((error: unknown) => {
      if (!violatesConstraint(error, "tariff_proposals_waiting")) throw error;
      throw new UserError(`a withdrawal of ${tariffId} waits already`, { key: "tariffWithdrawalWaits" });
    });
  return { id, isWithdrawn };
}

/** Withdraws a version as a part of `tx`. Contracts that a moved clock made with it keep it. */
export async function withdrawVersion(
  tx: Transaction,
  ctx: StaffContext,
  tariffId: string,
  { reason, ...details }: { reason: string } & Record<string, unknown>,
): Promise<Tariff> {
  const [tariff] = await tx
    .update(tariffs)
    .set({ withdrawnAt: ctx.now })
    .where(and(eq(tariffs.id, tariffId), isNull(tariffs.withdrawnAt), gt(tariffs.effectiveFrom, ctx.now)))
    .returning();
  if (tariff === undefined) throw await explain(tx, tariffId);
  const { name, version, effectiveFrom } = tariff;
  const returned = await returnToPublic(tx, tariffId);
  const partnerIds = name === publicTariffName ? await listPartnersOfPublic(tx, tariffId) : returned;
  const about = { name, version, effectiveFrom, returned, ...details };
  await recordAudit(tx, ctx, { action: "tariff.versionWithdrawn", subjectId: tariffId, reason, details: about });
  await noticeWithdrawal(tx, tariff, partnerIds, ctx.now);
  return tariff;
}

/** The partners that have the version as their own have the public list again. */
async function returnToPublic(tx: Transaction, tariffId: string): Promise<string[]> {
  const rows = await tx.update(partners).set({ tariffId: null }).where(eq(partners.tariffId, tariffId)).returning({ id: partners.id });
  return rows.map(({ id }) => id);
}

/** The partners that have the public list, and those that were told of the version before they had their own. */
async function listPartnersOfPublic(tx: Transaction, tariffId: string): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select p.id from partners p where p.status = 'active'
      and (p.tariff_id is null or exists (select from notices n where n.kind = 'pricesRise' and n.cause = ${tariffId} and n.partner_id = p.id)) order by p.id`);
  return rows.map(({ id }) => id);
}

async function findToCome(tx: Transaction, { now }: StaffContext, tariffId: string) {
  const conditions = and(eq(tariffs.id, tariffId), isNull(tariffs.withdrawnAt), gt(tariffs.effectiveFrom, now));
  const [tariff] = await tx.select().from(tariffs).where(conditions);
  if (tariff === undefined) throw await explain(tx, tariffId);
  return tariff;
}

async function explain(tx: Transaction, tariffId: string): Promise<UserError> {
  const [tariff] = await tx.select().from(tariffs).where(eq(tariffs.id, tariffId));
  if (tariff === undefined) return new NotFound(`there is no tariff ${tariffId}`, { key: "noTariff", values: { tariffId } });
  if (tariff.withdrawnAt !== null) return new UserError("the version was withdrawn before", { key: "tariffWithdrawnBefore" });
  return new UserError("a version in force is not withdrawn: publish a new one", { key: "tariffInForce" });
}

/** Tells the owners of each partner that a version does not take effect. */
async function noticeWithdrawal(tx: Transaction, tariff: Tariff, partnerIds: readonly string[], now: Date): Promise<void> {
  const message = withdrawalMail(tariff);
  for (const partnerId of partnerIds) {
    const to = await listOwnerEmails(partnerId, tx);
    await writeNotice(tx, { kind: "pricesWithdrawn", cause: tariff.id, to, partnerId, ...message }, now);
  }
}

function withdrawalMail({ version, effectiveFrom }: Tariff): Message {
  const [day, jour] = [dayInParis(effectiveFrom, "en"), dayInParis(effectiveFrom, "fr")];
  return inBothLanguages(
    `The price list of ${day} is withdrawn / Le tarif du ${jour} est retiré`,
    ownAddress("/production/prices"),
    `Version ${version} of the price list does not take effect on ${day}. New contracts and renewals keep the current prices until another version takes effect:`,
    `La version ${version} du tarif ne prend pas effet le ${jour}. Les nouveaux contrats et les renouvellements gardent les prix actuels jusqu’à ce qu’une autre version prenne effet :`,
  );
}
