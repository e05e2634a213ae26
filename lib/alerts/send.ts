import { and, eq, isNull, lte, or, sql as query } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import { targetsOf } from "#lib/alerts/channels.ts";
import type { AlertFailure } from "#lib/alerts/channels.ts";
import type { AlertRule } from "#lib/alerts/find.ts";
import { writeMessage } from "#lib/alerts/message.ts";
import type { AlertToSend } from "#lib/alerts/message.ts";
import { recordOutcome } from "#lib/alerts/outcome.ts";
import { endOfQuietHours } from "#lib/alerts/rules/quiet-hours.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { createSender } from "#lib/webhooks/post.ts";
import type { Sender } from "#lib/webhooks/post.ts";

const dayMs = 86_400_000;
/** An alert that could not be sent for so long is no longer sent. */
const keptMs = 3 * dayMs;
const rulesAtOnce = 20;
const alertsPerMessage = 50;

/**
 * Sends the alerts that wait, those of a rule in one message, and holds them back in its quiet hours; returns to how many rules. Of
 * several instances one leases the rule. A failed attempt is repeated later, for those alone whom it did not reach.
 */
export async function sendAlerts(now: Date, signal?: AbortSignal): Promise<number> {
  const sender = createSender({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS });
  const seen: string[] = [];
  try {
    while (signal?.aborted !== true) {
      const due = await listDue(now, seen);
      if (due.length === 0) break;
      seen.push(...due);
      await Promise.all(due.map((ruleId) => sendOrLog(ruleId, now, sender)));
    }
  } finally {
    await sender.close();
  }
  return seen.length;
}

async function listDue(now: Date, seen: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select r.id from alert_rules r
    where r.enabled and r.send_at <= ${now} and r.id <> all(${seen as string[]}::text[])
      and r.id in (select rule_id from alerts where sent_at is null and dropped_at is null)
    order by r.id limit ${rulesAtOnce}`;
  return rows.map(({ id }) => id);
}

/** The sender is shared: a rule that fails must not end it while others are sent. */
async function sendOrLog(ruleId: string, now: Date, sender: Sender): Promise<void> {
  try {
    await sendRule(ruleId, now, sender);
  } catch (error) {
    log.error({ ruleId, error }, "the alerts of a rule could not be sent; a later run tries again");
  }
}

async function sendRule(ruleId: string, now: Date, sender: Sender): Promise<void> {
  const rule = await lease(ruleId, now);
  if (rule === undefined) return;
  const quietEnd = endOfQuiet(rule, now);
  if (quietEnd !== undefined) {
    await db.update(alertRules).set({ sendAt: quietEnd, leasedUntil: null }).where(eq(alertRules.id, ruleId));
    return;
  }
  const [first, ...more] = await readWaiting(ruleId, now);
  if (first === undefined) {
    await db.update(alertRules).set({ leasedUntil: null }).where(eq(alertRules.id, ruleId));
    return;
  }
  await record(rule, now, [first, ...more], await sendAll(rule, now, [first, ...more], sender));
}

/** Longer than an attempt takes. By the database's clock, since those of instances differ. */
async function lease(ruleId: string, now: Date): Promise<AlertRule | undefined> {
  const isFree = or(isNull(alertRules.leasedUntil), lte(alertRules.leasedUntil, query`clock_timestamp()`));
  const [rule] = await db
    .update(alertRules)
    .set({ leasedUntil: query`clock_timestamp() + interval '2 minutes'` })
    .where(and(eq(alertRules.id, ruleId), alertRules.enabled, lte(alertRules.sendAt, now), isFree))
    .returning();
  return rule;
}

function endOfQuiet({ quietFrom: from, quietUntil: until, timeZone }: AlertRule, now: Date): Date | undefined {
  return from === null || until === null ? undefined : endOfQuietHours({ from, until, timeZone }, now);
}

type Waiting = AlertToSend & { reached: string[]; environment: Environment };

/** Reads what waits, oldest first, and gives up what is too old. */
async function readWaiting(ruleId: string, now: Date): Promise<Waiting[]> {
  await sql`
    update alerts set dropped_at = ${now}
    where rule_id = ${ruleId} and sent_at is null and dropped_at is null and created_at < ${new Date(now.getTime() - keptMs)}`;
  return sql<Waiting[]>`
    select a.id, a.since, a.detail, a.ended_at as "endedAt", a.reached, w.environment
    from alerts a join alert_rules r on r.id = a.rule_id join worlds w on w.id = r.world_id
    where a.rule_id = ${ruleId} and a.sent_at is null and a.dropped_at is null order by a.id limit ${alertsPerMessage}`;
}

interface Attempt {
  targetId: string;
  failure: AlertFailure | undefined;
}

async function sendAll(rule: AlertRule, now: Date, alerts: readonly Waiting[], sender: Sender): Promise<Attempt[]> {
  const targets = await targetsOf(rule, sender, now);
  return Promise.all(
    targets.map(async ({ id: targetId, send }): Promise<Attempt> => {
      const [first, ...more] = alerts.filter(({ reached }) => !reached.includes(targetId));
      if (first === undefined) return { targetId, failure: undefined };
      return { targetId, failure: await send(writeMessage(rule, first.environment, [first, ...more])) };
    }),
  );
}

async function record(rule: AlertRule, now: Date, alerts: readonly Waiting[], attempts: readonly Attempt[]): Promise<void> {
  const reached = attempts.filter(({ failure }) => failure === undefined).map(({ targetId }) => targetId);
  const failure = attempts.length === 0 ? "noRecipients" : attempts.find((attempt) => attempt.failure !== undefined)?.failure;
  const ids = alerts.map(({ id }) => id);
  await db.transaction(async (tx) => {
    await recordOutcome(tx, rule, now, failure);
    await tx.update(alertRules).set({ leasedUntil: null }).where(eq(alertRules.id, rule.id));
    const sentAt = failure === undefined ? now.toISOString() : null;
    await tx.execute(query`
      update alerts set sent_at = ${sentAt}::timestamptz, reached = reached || ${query.param(reached)}::text[]
      where id = any(${query.param(ids)}::text[])`);
  });
}
