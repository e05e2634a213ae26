import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import { worlds } from "#db/schema/partners.ts";
import { recordAudit, withBefore } from "#lib/account/audit/record.ts";
import { assertRecentlyAuthenticatedInProduction } from "#lib/account/users/guards.ts";
import type { DeveloperContext, World } from "#lib/account/worlds/context.ts";
import { checkCallbackUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { decryptSecret, newSecretFor } from "#lib/delivery/webhooks/secrets.ts";
import { findRule, listPeople } from "#lib/developer/alerts/message.ts";
import type { AlertRule } from "#lib/developer/alerts/message.ts";
import { alertKinds, maxAlertRules, usualKinds } from "#lib/developer/alerts/schema-kinds.ts";
import { alertSettings } from "#lib/developer/alerts/schema.ts";
import type { AlertSettings } from "#lib/developer/alerts/schema.ts";
import { maskAlertUrl, openAlertUrl, sealAlertUrl } from "#lib/developer/alerts/secrets.ts";
import { forgetAlertNotice, hastenAlertNotice } from "#lib/developer/alerts/send.ts";
import { env } from "#lib/platform/env.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { chooseTimeZone } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { newId } from "#lib/platform/ids.ts";

export const settingsOfAlert = alertSettings((text) => checkCallbackUrl(text, { allowedHosts: env.WEBHOOK_ALLOWED_HOSTS }));

/** A developer who is a person and can receive e-mails. */
type PersonalContext = DeveloperContext & { user: { id: string } };

/** Creates an alert, for a URL with its signing secret, which is shown this once; a UserError above the limit of the world. */
export async function create(ctx: PersonalContext, settings: AlertSettings): Promise<{ id: string; secret?: string }> {
  if (settings.channel === "webhook") assertRecentlyAuthenticatedInProduction(ctx, "saveAlertUrl");
  const rule = await db.transaction(async (tx) => {
    await assertCapacity(tx, ctx.world, 1);
    return insert(tx, ctx, settings);
  });
  return rule.signingSecret === null ? { id: rule.id } : { id: rule.id, secret: decryptSecret(rule.signingSecret, rule.id) };
}

/** Creates the usual alerts, by e-mail to the requesting developer. */
export async function createUsual(
  ctx: PersonalContext,
  { language, timeZone }: { language: Language; timeZone: string },
): Promise<{ created: number }> {
  const common = { channel: "mail" as const, recipients: [ctx.user.id], url: null, language, timeZone };
  await db.transaction(async (tx) => {
    await assertCapacity(tx, ctx.world, usualKinds.length);
    for (const kind of usualKinds) await insert(tx, ctx, { ...common, kind, threshold: alertKinds[kind].threshold.usual });
  });
  return { created: usualKinds.length };
}

async function insert(tx: Transaction, ctx: PersonalContext, settings: AlertSettings): Promise<AlertRule> {
  const id = newId("alr");
  const at = ctx.realTime;
  const columns = await columnsOf(ctx, settings, { id });
  const signingSecret = settings.channel === "webhook" ? newSecretFor(id) : null;
  const [rule] = await tx
    .insert(alertRules)
    .values({
      id,
      worldId: ctx.world.id,
      ...columns,
      signingSecret,
      enabled: true,
      createdBy: ctx.user.id,
      createdAt: at,
      updatedAt: at,
      checkAt: at,
    })
    .returning();
  if (rule === undefined) throw new Error(`the alert ${id} was not written`);
  await recordAudit(tx, ctx, { action: "alert.created", subjectId: id, details: detailsOf(rule) });
  return rule;
}

/**
 * Replaces the settings of an alert. Without a URL, its own stays. Waiting messages are sent by the new settings; those of another kind
 * are dropped, since the new recipients may not see them.
 */
export async function change(ctx: DeveloperContext, ruleId: string, settings: AlertSettings): Promise<{ secret?: string }> {
  const rule = await db.transaction(async (tx) => {
    const found = await findRule(ctx.world, ruleId, tx);
    const isNewTarget = settings.channel === "webhook" && settings.url !== null;
    if (isNewTarget) assertRecentlyAuthenticatedInProduction(ctx, "saveAlertUrl");
    const columns = await columnsOf(ctx, settings, found);
    const signingSecret = settings.channel === "webhook" ? (found.signingSecret ?? newSecretFor(ruleId)) : null;
    const [changed] = await tx
      .update(alertRules)
      .set({ ...columns, signingSecret, updatedAt: ctx.realTime, checkAt: ctx.realTime })
      .where(eq(alertRules.id, ruleId))
      .returning();
    if (changed === undefined) throw new Error(`the alert ${ruleId} was not written`);
    if (changed.kind !== found.kind) await forgetCauses(tx, ruleId, ctx.realTime);
    await hastenAlertNotice(tx, ruleId, ctx.realTime);
    await recordAudit(tx, ctx, { action: "alert.changed", subjectId: ruleId, details: withBefore(detailsOf(changed), detailsOf(found)) });
    return { ...changed, isNewlySigned: found.signingSecret === null };
  });
  return rule.signingSecret === null || !rule.isNewlySigned ? {} : { secret: decryptSecret(rule.signingSecret, ruleId) };
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
      await forgetAlertNotice(tx, ruleId);
    }
    await recordAudit(tx, ctx, { action: "alert.changed", subjectId: ruleId, details: withBefore({ enabled }, { enabled: rule.enabled }) });
  });
}

async function forgetCauses(tx: Transaction, ruleId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update alerts set ended_at = coalesce(ended_at, ${at.toISOString()}), dropped_at = case when sent_at is null then ${at.toISOString()}::timestamptz end
    where rule_id = ${ruleId} and (ended_at is null or (sent_at is null and dropped_at is null))`);
}

export async function remove(ctx: DeveloperContext, ruleId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const rule = await findRule(ctx.world, ruleId, tx);
    await tx.delete(alertRules).where(eq(alertRules.id, ruleId));
    await forgetAlertNotice(tx, ruleId);
    await recordAudit(tx, ctx, { action: "alert.deleted", subjectId: ruleId, details: detailsOf(rule) });
  });
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

type Columns = Pick<AlertRule, "kind" | "threshold" | "channel" | "recipients" | "url" | "language" | "timeZone">;

/** The settings as they are stored, without fields that their kind or channel does not use. `before` is the rule, whose URL may stay. */
async function columnsOf(ctx: DeveloperContext, settings: AlertSettings, before: { id: string; url?: string | null }): Promise<Columns> {
  const { kind, threshold, channel, language, timeZone } = settings;
  const isMail = channel === "mail";
  if (isMail) await assertMayBeTold(ctx.world, settings);
  return {
    kind,
    threshold,
    channel,
    recipients: isMail ? settings.recipients : [],
    url: isMail ? null : storedUrl(settings.url, before),
    language,
    timeZone: chooseTimeZone(timeZone),
  };
}

function storedUrl(url: string | null, before: { id: string; url?: string | null }): string {
  if (url !== null) return sealAlertUrl(url, before.id);
  if (typeof before.url === "string") return before.url;
  throw new UserError("a URL is needed", { key: "alertUrlNeeded" });
}

async function assertMayBeTold(world: Pick<World, "id">, { kind, recipients }: AlertSettings): Promise<void> {
  const people = await listPeople(world.id, kind, recipients);
  if (people.length === new Set(recipients).size) return;
  throw new UserError("recipients must be people of the partner who may see what is told", { key: "alertRecipients" });
}

function detailsOf({ id, kind, threshold, channel, recipients, url }: AlertRule): Record<string, unknown> {
  return { kind, threshold, channel, ...(url === null ? { recipients } : { url: maskAlertUrl(openAlertUrl(url, id)) }) };
}
