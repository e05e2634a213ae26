import { sql as query } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { listOwners } from "#lib/account/users/owners.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { momentInUtc } from "#lib/platform/i18n/moments.ts";
import { newId } from "#lib/platform/ids.ts";
import { inBothLanguages, writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { Message } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

/** The time that a webhook must fail before its owners get a notice. */
const graceMs = 3_600_000;
/** How long the end of an outage is shown. */
const shownMs = 7 * 86_400_000;

interface ChangedOutage extends Record<string, unknown> {
  webhookName: string;
  partnerId: string;
  environment: Environment;
  webhookId: string;
  beganAt: Date;
  endedAt: Date | null;
}

/**
 * Tells owners of webhooks that have failed for an hour, and of those that work again, in the portal and, with `SMTP_URL`, by e-mail;
 * returns both counts. An owner whom an alert of the environment tells of failing webhooks by e-mail is not told twice. Disabled webhooks
 * do not fail.
 */
export async function noticeOutages(now: Date): Promise<{ began: number; ended: number }> {
  const failing = await sql<{ webhookId: string }[]>`
    select h.webhook_id from webhook_health h join webhooks w on w.id = h.webhook_id
    where h.failing_since <= ${new Date(now.getTime() - graceMs)} and w.enabled and w.deleted_at is null
      and not exists (select from webhook_outages o where o.webhook_id = h.webhook_id and o.ended_at is null and o.began_at >= h.failing_since)`;
  let began = 0;
  for (const { webhookId } of failing) began += await beginOutage(webhookId, now);
  return { began, ended: await endOutages(now) };
}

function beginOutage(webhookId: string, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    // An outage that was open when the webhook was disabled ends where it fails anew.
    await tx.execute(query`
      update webhook_outages o set ended_at = h.failing_since from webhook_health h
      where o.webhook_id = ${webhookId} and h.webhook_id = o.webhook_id and o.ended_at is null and o.began_at < h.failing_since`);
    const began = await tx.execute<ChangedOutage>(query`
      with written as (
        insert into webhook_outages (id, webhook_id, began_at, noticed_at)
        select ${newId("out")}, webhook_id, failing_since, ${now.toISOString()}::timestamptz
        from webhook_health where webhook_id = ${webhookId} and failing_since is not null
        on conflict (webhook_id) where ended_at is null do nothing returning *
      ) ${changed}`);
    for (const outage of began) await writeOutageNotice(tx, outage, now);
    return began.length;
  });
}

function endOutages(now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await tx.execute<ChangedOutage>(query`
      with written as (
        update webhook_outages o set ended_at = h.last_succeeded_at from webhook_health h join webhooks w on w.id = h.webhook_id
        where o.ended_at is null and h.webhook_id = o.webhook_id and h.last_succeeded_at > o.began_at and w.deleted_at is null
        returning o.*
      ) ${changed}`);
    for (const outage of ended) await writeOutageNotice(tx, outage, now);
    return ended.length;
  });
}

const changed = query`
  select w.name as "webhookName", w.id as "webhookId", v.partner_id, v.environment,
    o.began_at, o.ended_at
  from written o join webhooks w on w.id = o.webhook_id join worlds v on v.id = w.world_id`;

async function writeOutageNotice(tx: Transaction, { partnerId, webhookId, ...outage }: ChangedOutage, now: Date): Promise<void> {
  const owners = await listOwners(partnerId, tx);
  const byAlert = outage.endedAt === null ? await listAlertedUsers(tx, webhookId) : [];
  const to = owners.filter(({ id }) => !byAlert.includes(id)).map(({ email }) => email);
  const link = ownAddress(`/${outage.environment}/webhooks/${webhookId}`);
  await writeNotice(tx, { kind: "webhookOutage", to, partnerId, ...outageMail({ ...outage, link }) }, now);
}

/** The users who get an alert of failing webhooks by e-mail. */
async function listAlertedUsers(tx: Transaction, webhookId: string): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(query`
    select distinct unnest(r.recipients) as id from alert_rules r join webhooks w on w.world_id = r.world_id
    where w.id = ${webhookId} and r.kind = 'webhookFailing' and r.enabled and r.channel = 'mail'`);
  return rows.map(({ id }) => id);
}

export interface OutageNotice {
  webhookId: string;
  webhookName: string;
  environment: Environment;
  beganAt: Date;
  endedAt: Date | null;
  at: Date;
}

/** Lists the outages that an owner has not dismissed, newest first: present ones, and those that ended in the last week. */
export async function listOutageNotices({
  user,
  realTime: now,
}: Pick<PartnerContext, "realTime"> & { user: { id: string } }): Promise<OutageNotice[]> {
  return sql<OutageNotice[]>`
    select w.id as "webhookId", w.name as "webhookName", v.environment, o.began_at, o.ended_at,
      coalesce(o.ended_at, o.noticed_at) as at
    from users u join worlds v on v.partner_id = u.partner_id join webhooks w on w.world_id = v.id and w.deleted_at is null
      join webhook_outages o on o.webhook_id = w.id
    where u.id = ${user.id} and (o.ended_at is null or o.ended_at > ${new Date(now.getTime() - shownMs)})
      and (u.outage_notices_seen_at is null or coalesce(o.ended_at, o.noticed_at) > u.outage_notices_seen_at)
    order by at desc, w.id`;
}

/** Records up to when an owner has seen the outages; never moves back. */
export async function markOutageNoticesSeen(
  { user, realTime: now }: Pick<PartnerContext, "realTime"> & { user: { id: string } },
  until: Date,
): Promise<void> {
  const seenAt = until < now ? until : now;
  await sql`
    update users set outage_notices_seen_at = greatest(outage_notices_seen_at, ${seenAt}) where id = ${user.id}`;
}

export interface OutageNews {
  webhookName: string;
  environment: Environment;
  beganAt: Date;
  /** Null while the webhook fails. */
  endedAt: Date | null;
  link: string;
}

const environments = { development: ["Development", "développement"], production: ["Production", "production"] } as const;

function outageMail({ webhookName: name, environment, beganAt, endedAt, link }: OutageNews): Message {
  const [inEnglish, inFrench] = environments[environment];
  if (endedAt === null) {
    return inBothLanguages(
      `Webhook failing: ${name} (${inEnglish})`,
      link,
      `The webhook "${name}" (${inEnglish}) has been failing since ${momentInUtc(beganAt, "en")}. Every attempt since then has failed.
Covergate goes on trying, and the webhook stays enabled. Deliveries whose retries are used up can be sent again with Recover:`,
      `Le webhook « ${name} » (${inFrench}) échoue depuis le ${momentInUtc(beganAt, "fr")}. Toutes les tentatives ont échoué depuis.
Covergate continue d’essayer et le webhook reste actif. Les livraisons dont les tentatives sont épuisées peuvent être renvoyées avec « Récupérer » :`,
    );
  }
  return inBothLanguages(
    `Webhook working again: ${name} (${inEnglish})`,
    link,
    `The webhook "${name}" (${inEnglish}) has been working again since ${momentInUtc(endedAt, "en")}. It had been failing since ${momentInUtc(beganAt, "en")}.
To send what it missed, use Recover:`,
    `Le webhook « ${name} » (${inFrench}) fonctionne de nouveau depuis le ${momentInUtc(endedAt, "fr")}. Il échouait depuis le ${momentInUtc(beganAt, "fr")}.
Pour renvoyer ce qu’il a manqué, utilisez « Récupérer » :`,
  );
}
