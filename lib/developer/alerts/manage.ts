import { and, eq, isNotNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import { notices } from "#db/schema/notices.ts";
import { worlds } from "#db/schema/partners.ts";
import { recordAudit, withBefore } from "#lib/account/audit/record.ts";
import { assertRecentlyAuthenticatedInProduction } from "#lib/account/users/guards.ts";
import type { DeveloperContext, World } from "#lib/account/worlds/context.ts";
import { checkCallbackUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { decryptSecret, newSecretFor } from "#lib/delivery/webhooks/secrets.ts";
import { findRule, listPeople } from "#lib/developer/alerts/find.ts";
import type { AlertRule } from "#lib/developer/alerts/find.ts";
import { alertKinds, maxAlertRules, usualKinds } from "#lib/developer/alerts/schema-kinds.ts";
import { alertSettings } from "#lib/developer/alerts/schema.ts";
import type { AlertSettings } from "#lib/developer/alerts/schema.ts";
import { alertUrls, maskAlertUrl } from "#lib/developer/alerts/secrets.ts";
import { env } from "#lib/platform/env.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { chooseTimeZone } from "#lib/platform/i18n/locales.ts";
import type { Reader } from "#lib/platform/i18n/locales.ts";
import { newId } from "#lib/platform/ids.ts";

export const settingsOfAlert = alertSettings((text) => checkCallbackUrl(text, { allowedHosts: env.WEBHOOK_ALLOWED_HOSTS }));

/** A developer who is a person and can receive e-mails. */
type PersonalContext = DeveloperContext & { user: { id: string } };

/** An alert that was saved, with its signing secret if it is new: it is shown this once. */
interface SavedAlert {
  id: string;
  secret?: string;
}

/** Creates an alert; a UserError above the limit of the world. */
export async function create(ctx: PersonalContext, settings: AlertSettings): Promise<SavedAlert> {
  return db.transaction(async (tx) => {
    await assertCapacity(tx, ctx.world, 1);
    return insert(tx, ctx, settings);
  });
}

/** Creates the usual alerts, by e-mail to the requesting developer. */
export async function createUsual(ctx: PersonalContext, reader: Reader): Promise<{ created: number }> {
  const common = { ...reader, channel: "mail" as const, recipients: [ctx.user.id], url: null };
  await db.transaction(async (tx) => {
    await assertCapacity(tx, ctx.world, usualKinds.length);
    for (const kind of usualKinds) await insert(tx, ctx, { ...common, kind, threshold: alertKinds[kind].threshold.usual });
  });
  return { created: usualKinds.length };
}

async function insert(tx: Transaction, ctx: PersonalContext, settings: AlertSettings): Promise<SavedAlert> {
  const id = newId("alr");
  const columns = await columnsOf(ctx, settings, { id, url: null, signingSecret: null });
  const created = { worldId: ctx.world.id, enabled: true, createdBy: ctx.user.id, createdAt: ctx.realTime };
  await tx.insert(alertRules).values({ ...columns, ...created });
  await recordAudit(tx, ctx, { action: "alert.created", subjectId: id, details: detailsOf(columns) });
  return savedAlert(columns);
}

/**
 * Replaces the settings of an alert. Without a URL, its own stays. Waiting messages are sent by the new settings; those of another kind
 * are dropped, since the new recipients may not see them (rules/alerts.md#rules-5).
 */
export async function change(ctx: DeveloperContext, ruleId: string, settings: AlertSettings): Promise<SavedAlert> {
  return db.transaction(async (tx) => {
    const rule = await findRule(ctx.world, ruleId, tx);
    const columns = await columnsOf(ctx, settings, rule);
    await tx.update(alertRules).set(columns).where(eq(alertRules.id, ruleId));
    if (columns.kind !== rule.kind) await forgetCauses(tx, ruleId, ctx.realTime);
    await tx
      .update(notices)
      .set({ dueAt: ctx.realTime })
      .where(and(noticesOf(ruleId), isNotNull(notices.dueAt)));
    await recordAudit(tx, ctx, { action: "alert.changed", subjectId: ruleId, details: withBefore(detailsOf(columns), detailsOf(rule)) });
    return rule.signingSecret === null ? savedAlert(columns) : { id: ruleId };
  });
}

/** Turns an alert on or off. A disabled alert forgets its causes, so that a lasting one is reported anew once it is on. */
export async function setEnabled(ctx: DeveloperContext, ruleId: string, enabled: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const rule = await findRule(ctx.world, ruleId, tx);
    if (rule.enabled === enabled) return;
    const at = ctx.realTime;
    await tx.update(alertRules).set({ enabled, updatedAt: at, checkAt: at }).where(eq(alertRules.id, ruleId));
    if (!enabled) {
      await forgetCauses(tx, ruleId, at);
      await tx.delete(notices).where(noticesOf(ruleId));
    }
    await recordAudit(tx, ctx, { action: "alert.changed", subjectId: ruleId, details: withBefore({ enabled }, { enabled: rule.enabled }) });
  });
}

export async function remove(ctx: DeveloperContext, ruleId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const rule = await findRule(ctx.world, ruleId, tx);
    await tx.delete(alertRules).where(eq(alertRules.id, ruleId));
    await tx.delete(notices).where(noticesOf(ruleId));
    await recordAudit(tx, ctx, { action: "alert.deleted", subjectId: ruleId, details: detailsOf(rule) });
  });
}

const noticesOf = (ruleId: string) => and(eq(notices.kind, "alert"), eq(notices.recipient, ruleId));

async function forgetCauses(tx: Transaction, ruleId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update alerts set ended_at = coalesce(ended_at, ${at.toISOString()}), dropped_at = case when sent_at is null then ${at.toISOString()}::timestamptz end
    where rule_id = ${ruleId} and (ended_at is null or (sent_at is null and dropped_at is null))`);
}

async function assertCapacity(tx: Transaction, world: Pick<World, "id">, more: number): Promise<void> {
  // The lock on the world's row makes concurrent creations count each other.
  await tx.select({ id: worlds.id }).from(worlds).where(eq(worlds.id, world.id)).for("no key update");
  const count = await tx.$count(alertRules, eq(alertRules.worldId, world.id));
  if (count + more <= maxAlertRules) return;
  throw new UserError(`an environment has at most ${maxAlertRules} alerts: delete one that is not needed`, {
    key: "alertsFull",
    values: { most: maxAlertRules },
  });
}

type Target = Pick<AlertRule, "recipients" | "url" | "signingSecret">;
type Columns = Target & Pick<AlertRule, "id" | "kind" | "threshold" | "channel" | "language" | "timeZone" | "updatedAt" | "checkAt">;

async function columnsOf(
  ctx: DeveloperContext,
  { recipients, url, timeZone, ...settings }: AlertSettings,
  before: Omit<Target, "recipients"> & { id: string },
): Promise<Columns> {
  const common = { ...settings, id: before.id, timeZone: chooseTimeZone(timeZone), updatedAt: ctx.realTime, checkAt: ctx.realTime };
  if (settings.channel === "mail") {
    const people = await listPeople(ctx.world.id, { kind: settings.kind, recipients });
    if (people.length === new Set(recipients).size) return { ...common, recipients, url: null, signingSecret: null };
    throw new UserError("recipients must be people of the partner who may see what is told", { key: "alertRecipients" });
  }
  if (url !== null) assertRecentlyAuthenticatedInProduction(ctx, "saveAlertUrl");
  const stored = url === null ? before.url : alertUrls.encrypt(url, before.id);
  if (stored === null) throw new UserError("a URL is needed", { key: "alertUrlNeeded" });
  return { ...common, recipients: [], url: stored, signingSecret: before.signingSecret ?? newSecretFor(before.id) };
}

function savedAlert({ id, signingSecret }: Pick<AlertRule, "id" | "signingSecret">): SavedAlert {
  return signingSecret === null ? { id } : { id, secret: decryptSecret(signingSecret, id) };
}

function detailsOf({ id, kind, threshold, channel, recipients, url }: Omit<Columns, "language">): Record<string, unknown> {
  return { kind, threshold, channel, ...(url === null ? { recipients } : { url: maskAlertUrl(url, id) }) };
}
