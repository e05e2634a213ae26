import { sql } from "#db/client.ts";
import { newId } from "#lib/ids.ts";
import { sendMail } from "#lib/mail.ts";
import type { Mail } from "#lib/mail.ts";
import { ownAddress } from "#lib/own-address.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** How long a webhook must fail before its owners are told. */
const graceMs = 3_600_000;
/** How long the end of an outage is shown. */
const shownMs = 7 * 86_400_000;

interface Changed {
  webhookName: string;
  partnerId: string;
  environment: Environment;
  webhookId: string;
  beganAt: Date;
  endedAt: Date | null;
}

/**
 * Tells owners of webhooks that have failed for an hour, and of those that work again, in the portal and, with `SMTP_URL`, by e-mail;
 * returns both counts. An owner whom an alert of the environment tells of failing webhooks by e-mail is not told twice. Only
 * the instance that writes an outage sends the e-mail. Disabled webhooks do not fail.
 */
export async function noticeOutages(now: Date): Promise<{ began: number; ended: number }> {
  const failing = await sql<{ webhookId: string }[]>`
    select h.webhook_id as "webhookId" from webhook_health h join webhooks w on w.id = h.webhook_id
    where h.failing_since <= ${new Date(now.getTime() - graceMs)} and w.enabled and w.deleted_at is null
      and not exists (select from webhook_outages o where o.webhook_id = h.webhook_id and o.ended_at is null and o.began_at >= h.failing_since)`;
  const began: Changed[] = [];
  for (const { webhookId } of failing) {
    // An outage that was open when the webhook was disabled ends where it fails anew.
    await sql`
      update webhook_outages o set ended_at = h.failing_since from webhook_health h
      where o.webhook_id = ${webhookId} and h.webhook_id = o.webhook_id and o.ended_at is null and o.began_at < h.failing_since`;
    const written = await sql<Changed[]>`
      with written as (
        insert into webhook_outages (id, webhook_id, began_at, noticed_at)
        select ${newId("out")}, webhook_id, failing_since, ${now} from webhook_health where webhook_id = ${webhookId} and failing_since is not null
        on conflict (webhook_id) where ended_at is null do nothing returning *
      ) ${changed}`;
    began.push(...written);
  }
  const ended = await sql<Changed[]>`
    with written as (
      update webhook_outages o set ended_at = h.last_succeeded_at from webhook_health h join webhooks w on w.id = h.webhook_id
      where o.ended_at is null and h.webhook_id = o.webhook_id and h.last_succeeded_at > o.began_at and w.deleted_at is null
      returning o.*
    ) ${changed}`;
  for (const news of [...began, ...ended]) await mailOwners(news);
  return { began: began.length, ended: ended.length };
}

const changed = sql`
  select w.name as "webhookName", w.id as "webhookId", v.partner_id as "partnerId", v.environment,
    o.began_at as "beganAt", o.ended_at as "endedAt"
  from written o join webhooks w on w.id = o.webhook_id join worlds v on v.id = w.world_id`;

async function mailOwners({ partnerId, webhookId, environment, webhookName, beganAt, endedAt }: Changed): Promise<void> {
  const owners = await sql<{ email: string }[]>`
    select email from users u where partner_id = ${partnerId} and role = 'owner' and disabled_at is null
      and (${endedAt !== null} or not exists (
        select from alert_rules r join webhooks w on w.world_id = r.world_id
        where w.id = ${webhookId} and r.kind = 'webhookFailing' and r.enabled and r.channel = 'mail' and u.id = any(r.recipients)
      )) order by id`;
  const message = outageMail({
    webhookName,
    environment,
    beganAt,
    endedAt,
    link: ownAddress(`/${environment}/webhooks/${webhookId}`),
  });
  await sendMail({ to: owners.map(({ email }) => email), ...message });
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
    select w.id as "webhookId", w.name as "webhookName", v.environment, o.began_at as "beganAt", o.ended_at as "endedAt",
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

/** The e-mail in both languages, since the owner's language is unknown. */
function outageMail({ webhookName: name, environment, beganAt, endedAt, link }: OutageNews): Omit<Mail, "to"> {
  const [inEnglish, inFrench] = environments[environment];
  if (endedAt === null) {
    return {
      subject: `Webhook failing: ${name} (${inEnglish})`,
      text: [
        `The webhook "${name}" (${inEnglish}) has been failing since ${inUtc(beganAt, "en")}. Every attempt since then has failed.`,
        `Covergate goes on trying, and the webhook stays enabled. Deliveries whose retries are used up can be sent again with Recover:`,
        link,
        "",
        `Le webhook « ${name} » (${inFrench}) échoue depuis le ${inUtc(beganAt, "fr")}. Toutes les tentatives ont échoué depuis.`,
        `Covergate continue d’essayer et le webhook reste actif. Les livraisons dont les tentatives sont épuisées peuvent être renvoyées avec « Récupérer » :`,
        link,
      ].join("\n"),
    };
  }
  return {
    subject: `Webhook working again: ${name} (${inEnglish})`,
    text: [
      `The webhook "${name}" (${inEnglish}) has been working again since ${inUtc(endedAt, "en")}. It had been failing since ${inUtc(beganAt, "en")}.`,
      `To send what it missed, use Recover:`,
      link,
      "",
      `Le webhook « ${name} » (${inFrench}) fonctionne de nouveau depuis le ${inUtc(endedAt, "fr")}. Il échouait depuis le ${inUtc(beganAt, "fr")}.`,
      `Pour renvoyer ce qu’il a manqué, utilisez « Récupérer » :`,
      link,
    ].join("\n"),
  };
}

function inUtc(at: Date, language: "en" | "fr"): string {
  return `${new Intl.DateTimeFormat(language === "en" ? "en-GB" : "fr-FR", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;
}
