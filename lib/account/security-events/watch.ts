import { sql as query } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { alarmingCount, securityKinds } from "#lib/account/security-events/schema.ts";
import type { SecurityKind } from "#lib/account/security-events/schema.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { log } from "#lib/platform/log/log.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { Message } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

const shownHours = 24;

interface SecurityTrends {
  /** The last 24 hours, the present one included, over all kinds. */
  points: { at: Date; count: number }[];
  /** The last 24 hours, and the 24 before. */
  kinds: { kind: SecurityKind; count: number; before: number }[];
  /** Alarming hours of the last 24, latest first. */
  alarms: { kind: SecurityKind; hour: Date; count: number }[];
}

const hourMs = 3_600_000;
/** Counts of an hour can arrive just after it. */
const watchedHours = 2;
const keptDays = 90;

/** Tells support once of each hour with an alarming number of events. */
export async function watchSecurity(now: Date): Promise<{ alarms: number }> {
  const since = new Date((Math.floor(now.getTime() / hourMs) - watchedHours + 1) * hourMs);
  const limits = securityKinds.map(alarmingCount);
  const alarms = await db.transaction(async (tx) => {
    const written = await tx.execute<{ kind: SecurityKind; hour: Date }>(query`
      insert into security_alarms (kind, hour, noticed_at)
      select e.kind, e.hour, ${now.toISOString()}::timestamptz
      from security_events e
        join unnest(${query.param([...securityKinds])}::text[], ${query.param(limits)}::int[]) as usual (kind, most) on usual.kind = e.kind
      where e.hour >= ${since.toISOString()}::timestamptz group by e.kind, e.hour, usual.most having sum(e.count) >= usual.most
      on conflict do nothing returning kind, hour`);
    for (const alarm of written) await writeAlarmNotice(tx, alarm, now);
    return written;
  });
  for (const { kind, hour } of alarms) {
    log.warn({ security: kind, hour, threshold: alarmingCount(kind) }, "more than is usual was refused in an hour");
  }
  return { alarms: alarms.length };
}

async function writeAlarmNotice(tx: Transaction, { kind, hour }: { kind: SecurityKind; hour: Date }, now: Date): Promise<void> {
  const people = await tx.execute<{ email: string }>(
    query`select email from users where role = 'support' and disabled_at is null order by id`,
  );
  const mail = alarmMail({ kind, hour, threshold: alarmingCount(kind), link: ownAddress("/support/security") });
  await writeNotice(tx, { kind: "securityAlarm", to: people.map(({ email }) => email), partnerId: null, ...mail }, now);
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
function alarmMail(news: { kind: SecurityKind; hour: Date; threshold: number; link: string }): Message {
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

export async function readTrends(ctx: SupportContext): Promise<SecurityTrends> {
  const lastHour = Math.floor(ctx.now.getTime() / hourMs) * hourMs;
  const first = lastHour - (shownHours - 1) * hourMs;
  const [rows, alarms] = await Promise.all([
    sql<{ kind: SecurityKind; hour: Date; count: number }[]>`
      select kind, hour, sum(count)::int as count from security_events
      where hour >= ${new Date(first - shownHours * hourMs)} group by kind, hour`,
    sql<{ kind: SecurityKind; hour: Date }[]>`
      select kind, hour from security_alarms where hour >= ${new Date(first)} order by hour desc, kind`,
  ]);
  const counted = rows.map(({ hour, ...row }) => ({ ...row, at: hour.getTime() }));
  const sum = (fits: (row: (typeof counted)[number]) => boolean) => counted.filter(fits).reduce((total, { count }) => total + count, 0);
  return {
    points: Array.from({ length: shownHours }, (_none, index) => {
      const at = first + index * hourMs;
      return { at: new Date(at), count: sum((row) => row.at === at) };
    }),
    kinds: securityKinds.map((kind) => ({
      kind,
      count: sum((row) => row.kind === kind && row.at >= first),
      before: sum((row) => row.kind === kind && row.at < first),
    })),
    alarms: alarms.map(({ kind, hour }) => ({ kind, hour, count: sum((row) => row.kind === kind && row.at === hour.getTime()) })),
  };
}
