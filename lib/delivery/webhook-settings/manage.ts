import { isDeepStrictEqual } from "node:util";
import { and, eq, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { deliveries, deliveryQueue } from "#db/schema/deliveries.ts";
import { worlds } from "#db/schema/partners.ts";
import { webhookDrops, webhookHealth, webhooks } from "#db/schema/webhooks.ts";
import { recordAudit, withBefore } from "#lib/account/audit/record.ts";
import { assertRecentlyAuthenticatedInProduction } from "#lib/account/users/guards.ts";
import type { DeveloperContext, PortalContext, World } from "#lib/account/worlds/context.ts";
import { announceDue, announceWebhookChange } from "#lib/delivery/deliveries/due.ts";
import { countEnded } from "#lib/delivery/deliveries/record.ts";
import { findWebhook, lockWebhook } from "#lib/delivery/webhooks/find.ts";
import type { Webhook } from "#lib/delivery/webhooks/find.ts";
import { checkCallbackUrl, maskUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { maxWebhooks, newWebhook, webhookChanges } from "#lib/delivery/webhooks/schema.ts";
import type { CheckUrl, NewWebhookInput, WebhookChanges, WebhookChangesInput } from "#lib/delivery/webhooks/schema.ts";
import { decryptSecret, newSecretFor } from "#lib/delivery/webhooks/secrets.ts";
import { sealUrl } from "#lib/delivery/webhooks/stored-url.ts";
import { env } from "#lib/platform/env.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";

const checkUrl: CheckUrl = (text) => checkCallbackUrl(text, { allowedHosts: env.WEBHOOK_ALLOWED_HOSTS });

export const settingsOfNew = newWebhook(checkUrl);

export const settingsToChange = webhookChanges(checkUrl);

/**
 * Creates a webhook for events from now on (rules/deliveries.md#webhooks-1); a UserError above the limit of the world. One that signs is
 * answered with its secret, which is noted as each later reveal is.
 */
export async function create(ctx: DeveloperContext, input: NewWebhookInput): Promise<Webhook & { secret?: string }> {
  assertRecentlyAuthenticatedInProduction(ctx, "createWebhook");
  const { realTime: now, world } = ctx;
  const { signed, ...settings } = settingsOfNew.parse(input);
  const webhook: Webhook = { id: newId("whk"), ...settings, createdAt: now, updatedAt: now };
  const signingSecret = signed ? newSecretFor(webhook.id) : null;
  await db.transaction(async (tx) => {
    await assertCapacity(tx, world);
    const createdBy = ctx.actor.type === "user" ? ctx.actor.userId : null;
    await tx.insert(webhooks).values({ ...webhook, signingSecret, url: sealUrl(webhook.url, webhook.id), worldId: world.id, createdBy });
    const details = { ...settings, signed, url: maskUrl(settings.url) };
    await recordAudit(tx, ctx, { action: "webhook.created", subjectId: webhook.id, details });
    if (signed) await recordAudit(tx, ctx, { action: "webhook.secretRevealed", subjectId: webhook.id });
  });
  return signingSecret === null ? webhook : { ...webhook, secret: decryptSecret(signingSecret, webhook.id) };
}

async function assertCapacity(tx: Transaction, world: Pick<World, "id">): Promise<void> {
  // The lock on the world's row makes concurrent creations count each other.
  await tx.select({ id: worlds.id }).from(worlds).where(eq(worlds.id, world.id)).for("no key update");
  const count = await tx.$count(webhooks, and(eq(webhooks.worldId, world.id), isNull(webhooks.deletedAt)));
  if (count < maxWebhooks) return;
  throw new UserError(`an environment has at most ${maxWebhooks} webhooks: delete one that is not needed`, {
    key: "webhooksFull",
    values: { most: maxWebhooks },
  });
}

/**
 * Waiting deliveries go to the new URL unless another instance has leased them. Enabling sends what waited, or with `missed: "skip"` cancels
 * it, to be recovered later.
 */
export async function change(ctx: DeveloperContext, webhookId: string, input: WebhookChangesInput): Promise<Webhook> {
  const { missed = "send", ...asked } = settingsToChange.parse(input);
  const { before, after } = await db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, ctx.world, webhookId, "change");
    const changes = differencesFrom(webhook, asked);
    if (Object.keys(changes).length === 0) return { before: webhook, after: webhook };
    if (changes.url !== undefined) assertRecentlyAuthenticatedInProduction(ctx, "changeWebhookUrl");
    const changed: Webhook = { ...webhook, ...changes, updatedAt: ctx.realTime };
    await tx
      .update(webhooks)
      .set({ ...changes, ...(changes.url !== undefined && { url: sealUrl(changes.url, webhookId) }), updatedAt: ctx.realTime })
      .where(eq(webhooks.id, webhookId));
    // Failures before it was disabled are no present outage.
    if (changes.enabled === true) {
      await tx.update(webhookHealth).set({ failingSince: null, consecutiveFailures: 0 }).where(eq(webhookHealth.webhookId, webhookId));
    }
    // Being disabled begins anew.
    if (changes.enabled === false) await tx.delete(webhookDrops).where(eq(webhookDrops.webhookId, webhookId));
    const skipped = changes.enabled === true && missed === "skip" ? await cancelWaiting(tx, ctx, webhookId) : 0;
    if (changes.enabled === true && missed === "send") await makeWaitingDue(tx, ctx, webhookId);
    const { before: earlier, ...settings } = withBefore(changes, webhook);
    const details = { ...maskedUrl(settings), ...(skipped > 0 && { skipped }), before: maskedUrl(earlier ?? {}) };
    await recordAudit(tx, ctx, { action: "webhook.changed", subjectId: webhookId, details });
    return { before: webhook, after: changed };
  });
  if (after !== before) announceWebhookChange(webhookId);
  if (after.enabled && !before.enabled) announceDue({ webhookId });
  return after;
}

function maskedUrl(settings: Record<string, unknown>): Record<string, unknown> {
  const { url } = settings;
  return typeof url === "string" ? { ...settings, url: maskUrl(url) } : settings;
}

type Differences = Partial<Pick<Webhook, keyof Omit<WebhookChanges, "missed">>>;

function differencesFrom(webhook: Webhook, changes: Omit<WebhookChanges, "missed">): Differences {
  const names = Object.keys(changes) as (keyof typeof changes)[];
  const different = names.filter((name) => changes[name] !== undefined && !isDeepStrictEqual(changes[name], webhook[name]));
  return Object.fromEntries(different.map((name) => [name, changes[name]]));
}

/** Cancels queued deliveries; returns how many. A request in flight and other instances' leases may still arrive, unrecorded. */
export async function remove(ctx: DeveloperContext, webhookId: string): Promise<{ cancelled: number }> {
  const removed = await db.transaction(async (tx) => {
    const { name } = await lockWebhook(tx, ctx.world, webhookId, "removal");
    await tx.update(webhooks).set({ deletedAt: ctx.realTime, updatedAt: ctx.realTime }).where(eq(webhooks.id, webhookId));
    const cancelled = await cancelWaiting(tx, ctx, webhookId);
    await recordAudit(tx, ctx, { action: "webhook.deleted", subjectId: webhookId, details: { name, cancelled } });
    return { cancelled };
  });
  announceWebhookChange(webhookId);
  return removed;
}

/** How many deliveries wait for a webhook: those that `change` sends or cancels when it enables it. */
export async function countWaiting(ctx: DeveloperContext, webhookId: string): Promise<{ count: number }> {
  const { id } = await findWebhook(ctx.world, webhookId);
  return { count: await db.$count(deliveryQueue, eq(deliveryQueue.webhookId, id)) };
}

/** Makes the next attempt of all queued deliveries of a webhook due now, except those that an instance is sending. */
async function makeWaitingDue(tx: Transaction, { realTime }: Pick<PortalContext, "realTime">, webhookId: string): Promise<void> {
  await tx.execute(sql`
    with due as (
      update ${deliveryQueue} set due_at = ${realTime} where delivery_id in (
        select delivery_id from ${deliveryQueue}
        where webhook_id = ${webhookId} and due_at > ${realTime} and (leased_until is null or leased_until <= now())
        order by delivery_id for update)
      returning delivery_id
    )
    update ${deliveries} set next_attempt_at = ${realTime}, updated_at = ${realTime} where id in (select delivery_id from due)`);
}

/** Cancels all queued deliveries of a webhook, locked in the order of the queue; returns how many. */
async function cancelWaiting(tx: Transaction, { realTime }: Pick<PortalContext, "realTime">, webhookId: string): Promise<number> {
  const [counts] = await tx.execute<{ cancelled: number }>(sql`
    with gone as (
      delete from ${deliveryQueue} where delivery_id in (
        select delivery_id from ${deliveryQueue} where webhook_id = ${webhookId} order by delivery_id for update
      ) returning delivery_id
    ), ended as (
      update ${deliveries} set status = 'cancelled', next_attempt_at = null, updated_at = ${realTime}
      where id in (select delivery_id from gone) returning world_id, status, updated_at, test
    ), counted as (${sql.raw(countEnded)})
    select count(*)::int as cancelled from ended`);
  return counts?.cancelled ?? 0;
}
