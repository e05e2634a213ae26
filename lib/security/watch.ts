import { sql } from "#db/client.ts";
import { log } from "#lib/log.ts";
import { sendMail } from "#lib/mail.ts";
import type { Mail } from "#lib/mail.ts";
import { ownAddress } from "#lib/own-address.ts";
import { alarmingCount, securityKinds } from "#lib/security/schema.ts";
import type { SecurityKind } from "#lib/security/schema.ts";

const hourMs = 3_600_000;
/** Counts of an hour can arrive just after it. */
const watchedHours = 2;
const keptDays = 90;

/** Tells support once of each hour with an alarming number of events. Only the instance that writes the alarm sends the e-mail. */
export async function watchSecurity(now: Date): Promise<{ alarms: number }> {
  const since = new Date((Math.floor(now.getTime() / hourMs) - watchedHours + 1) * hourMs);
  const limits = securityKinds.map(alarmingCount);
  const found = await sql<{ kind: SecurityKind; hour: Date }[]>`
    insert into security_alarms (kind, hour, noticed_at)
    select e.kind, e.hour, ${now}
    from security_events e join unnest(${[...securityKinds]}::text[], ${limits}::int[]) as usual (kind, most) on usual.kind = e.kind
    where e.hour >= ${since} group by e.kind, e.hour, usual.most having sum(e.count) >= usual.most
    on conflict do nothing returning kind, hour`;
  for (const { kind, hour } of found) {
    log.warn({ security: kind, hour, threshold: alarmingCount(kind) }, "more than is usual was refused in an hour");
    await mailSupport(kind, hour);
  }
  return { alarms: found.length };
}

async function mailSupport(kind: SecurityKind, hour: Date): Promise<void> {
  const people = await sql<{ email: string }[]>`select email from users where role = 'support' and disabled_at is null order by id`;
  const link = ownAddress("/support/security");
  await sendMail({ to: people.map(({ email }) => email), ...alarmMail({ kind, hour, threshold: alarmingCount(kind), link }) });
}

/** Deletes events and alarms older than 90 days. */
export async function expireSecurityEvents(now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * hourMs).toISOString();
  await sql`delete from security_events where hour < ${before}`;
  await sql`delete from security_alarms where hour < ${before}`;
}

const words: Record<SecurityKind, readonly [english: string, french: string]> = {
  signInFailed: ["failed sign-ins", "connexions échouées"],
  signInLocked: ["locked sign-ins", "connexions bloquées"],
  keyUnknown: ["calls with unknown API keys", "appels avec des clés API inconnues"],
  keyRevoked: ["calls with revoked API keys", "appels avec des clés API révoquées"],
  linkUnknown: ["requests with unknown claim links", "requêtes avec des liens de sinistre inconnus"],
  csrfRefused: ["forged requests (CSRF)", "requêtes falsifiées (CSRF)"],
  pageForbidden: ["forbidden pages", "pages interdites"],
};

/** In both languages, since the recipient's language is unknown. */
function alarmMail(news: { kind: SecurityKind; hour: Date; threshold: number; link: string }): Omit<Mail, "to"> {
  const { kind, hour, threshold, link } = news;
  const [inEnglish, inFrench] = words[kind];
  const since = `${hour.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: `Unusual activity: ${inEnglish}`,
    text: [
      `Since ${since} there were ${threshold} or more ${inEnglish}.`,
      `Depuis le ${since}, il y a eu au moins ${threshold} ${inFrench}.`,
      link,
    ].join("\n\n"),
  };
}
