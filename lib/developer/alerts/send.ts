import { and, eq, isNotNull, sql as query } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import { notices } from "#db/schema/notices.ts";
import type { SendOutcome } from "#lib/delivery/notices/send.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { targetsOf } from "#lib/developer/alerts/channels.ts";
import type { AlertFailure } from "#lib/developer/alerts/channels.ts";
import type { AlertRule } from "#lib/developer/alerts/find.ts";
import { writeMessage } from "#lib/developer/alerts/message.ts";
import type { AlertToSend } from "#lib/developer/alerts/message.ts";
import { recordOutcome } from "#lib/developer/alerts/outcome.ts";
import { endOfQuietHours } from "#lib/developer/alerts/rules/quiet-hours.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { newId } from "#lib/platform/ids.ts";

const dayMs = 86_400_000;
/** An alert that could not be sent for so long is no longer sent. */
const keptMs = 2 * dayMs;
const alertsPerMessage = 50;

/**
 * Has the alerts of these rules sent: a rule has one notice, which is due again whenever it finds something. What fails meanwhile waits for
 * its next attempt.
 */
export async function writeAlertNotices(tx: Transaction, ruleIds: readonly string[], now: Date): Promise<void> {
  if (ruleIds.length === 0) return;
  const rows = ruleIds.map((recipient) => ({
    id: newId("ntc"),
    kind: "alert",
    recipient,
    cause: "alert",
    subject: "",
    createdAt: now,
    dueAt: now,
  }));
  await tx
    .insert(notices)
    .values(rows)
    .onConflictDoUpdate({
      target: [notices.kind, notices.cause, notices.recipient],
      targetWhere: query`${notices.cause} is not null`,
      // A new time of creation shows the sending run that there is more to send.
      set: {
        createdAt: now,
        dueAt: query`coalesce(${notices.dueAt}, excluded.due_at)`,
        attempts: query`case when ${notices.dueAt} is null then 0 else ${notices.attempts} end`,
        sentAt: null,
        failedAt: null,
      },
    });
}

/** Sends waiting messages now, with changed settings. */
export async function hastenAlertNotice(tx: Transaction, ruleId: string, now: Date): Promise<void> {
  const pending = and(eq(notices.kind, "alert"), eq(notices.recipient, ruleId), isNotNull(notices.dueAt));
  await tx.update(notices).set({ dueAt: now }).where(pending);
}

/** Forgets the notices of rules that are off or gone. */
export async function forgetAlertNotice(tx: Transaction, ruleId: string): Promise<void> {
  await tx.delete(notices).where(and(eq(notices.kind, "alert"), eq(notices.recipient, ruleId)));
}

/**
 * Sends the alerts of a rule that wait, in one message, to those receivers whom they have not reached; holds them back in its quiet hours.
 * The engine of notices calls it, so that one run at a time sends for a rule.
 */
export async function sendAlerts(ruleId: string, now: Date, sender: Sender): Promise<SendOutcome> {
  const [rule] = await db
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.id, ruleId), alertRules.enabled));
  if (rule === undefined) return undefined;
  const quietEnd = endOfQuiet(rule, now);
  if (quietEnd !== undefined) return { until: quietEnd };
  const [first, ...more] = await readWaiting(ruleId, now);
  if (first === undefined) return undefined;
  const alerts = [first, ...more];
  const failure = await record(rule, now, alerts, await sendAll(rule, now, alerts, sender));
  if (failure !== undefined) return { error: failure };
  return alerts.length === alertsPerMessage ? { until: now } : undefined;
}

function endOfQuiet({ quietFrom: from, quietUntil: until, timeZone }: AlertRule, now: Date): Date | undefined {
  return from === null || until === null ? undefined : endOfQuietHours({ from, until, timeZone }, now);
}

type WaitingAlert = AlertToSend & { reached: string[]; environment: Environment };

/** Reads waiting alerts, oldest first, and gives up those that are too old. */
async function readWaiting(ruleId: string, now: Date): Promise<WaitingAlert[]> {
  await sql`
    update alerts set dropped_at = ${now}
    where rule_id = ${ruleId} and sent_at is null and dropped_at is null and created_at < ${new Date(now.getTime() - keptMs)}`;
  return sql<WaitingAlert[]>`
    select a.id, a.since, a.detail, a.ended_at, a.reached, w.environment
    from alerts a join alert_rules r on r.id = a.rule_id join worlds w on w.id = r.world_id
    where a.rule_id = ${ruleId} and a.sent_at is null and a.dropped_at is null order by a.id limit ${alertsPerMessage}`;
}

interface Attempt {
  targetId: string;
  failure: AlertFailure | undefined;
}

async function sendAll(rule: AlertRule, now: Date, alerts: readonly WaitingAlert[], sender: Sender): Promise<Attempt[]> {
  const targets = await targetsOf(rule, sender, now);
  return Promise.all(
    targets.map(async ({ id: targetId, send }): Promise<Attempt> => {
      const [first, ...more] = alerts.filter(({ reached }) => !reached.includes(targetId));
      if (first === undefined) return { targetId, failure: undefined };
      return { targetId, failure: await send(writeMessage(rule, first.environment, [first, ...more])) };
    }),
  );
}

async function record(
  rule: AlertRule,
  now: Date,
  alerts: readonly WaitingAlert[],
  attempts: readonly Attempt[],
): Promise<AlertFailure | undefined> {
  const reached = attempts.filter(({ failure }) => failure === undefined).map(({ targetId }) => targetId);
  const failure = attempts.length === 0 ? "noRecipients" : attempts.find((attempt) => attempt.failure !== undefined)?.failure;
  const ids = alerts.map(({ id }) => id);
  await db.transaction(async (tx) => {
    await recordOutcome(tx, rule, now, failure);
    const sentAt = failure === undefined ? now.toISOString() : null;
    await tx.execute(query`
      update alerts set sent_at = ${sentAt}::timestamptz, reached = reached || ${query.param(reached)}::text[]
      where id = any(${query.param(ids)}::text[])`);
  });
  return failure;
}
