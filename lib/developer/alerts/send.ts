import { and, eq, inArray, isNotNull, sql as query } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import { notices } from "#db/schema/notices.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { DeveloperContext } from "#lib/account/worlds/context.ts";
import type { SendOutcome } from "#lib/delivery/notices/send.ts";
import type { NetworkErrorName } from "#lib/delivery/webhooks/network-error.ts";
import type { Answer, Sender } from "#lib/delivery/webhooks/post.ts";
import { signatureHeaders, signatureOf, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";
import { decryptSecret, openSender } from "#lib/delivery/webhooks/secrets.ts";
import { findRule, listPeople, writeMessage, writeTest } from "#lib/developer/alerts/message.ts";
import type { AlertMessage, AlertRule, AlertToSend } from "#lib/developer/alerts/message.ts";
import { alertKindNames } from "#lib/developer/alerts/schema-kinds.ts";
import { openAlertUrl } from "#lib/developer/alerts/secrets.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { newId } from "#lib/platform/ids.ts";
import { sendMail, sendsMail } from "#lib/platform/mail/mail.ts";

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
 * Sends the alerts of a rule that wait, in one message, to those receivers whom they have not reached. The engine of notices calls it, so
 * that one run at a time sends for a rule.
 */
export async function sendAlerts(ruleId: string, now: Date, sender: Sender): Promise<SendOutcome> {
  const [rule] = await db
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.id, ruleId), alertRules.enabled, inArray(alertRules.kind, alertKindNames)));
  if (rule === undefined) return undefined;
  const [first, ...more] = await readWaiting(ruleId, now);
  if (first === undefined) return undefined;
  const alerts = [first, ...more];
  const failure = await record(rule, now, alerts, await sendAll(rule, now, alerts, sender));
  if (failure !== undefined) return { error: failure };
  return alerts.length === alertsPerMessage ? { until: now } : undefined;
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

type TestOutcome = { isSent: true } | { isSent: false; failure: AlertFailure };

/** Sends a message marked as a test to all recipients of an alert, even while it is off; returns the results. */
export async function sendTest(ctx: DeveloperContext, ruleId: string): Promise<TestOutcome> {
  const { world, realTime: now } = ctx;
  const rule = await findRule(world, ruleId);
  const message = writeTest(rule, world.environment, newId("alert"));
  const sender = openSender();
  try {
    const targets = await targetsOf(rule, sender, now);
    const failures = await Promise.all(targets.map(({ send }) => send(message)));
    const failure = targets.length === 0 ? "noRecipients" : failures.find((each) => each !== undefined);
    await db.transaction(async (tx) => {
      await recordOutcome(tx, rule, now, failure);
      await recordAudit(tx, ctx, { action: "alert.tested", subjectId: ruleId, details: { failure: failure ?? null } });
    });
    return failure === undefined ? { isSent: true } : { isSent: false, failure };
  } finally {
    await sender.close();
  }
}

/** Records how an attempt to reach all of a rule went, which the page of alerts shows. */
async function recordOutcome(tx: Transaction, rule: AlertRule, now: Date, failure: AlertFailure | undefined): Promise<void> {
  const outcome =
    failure === undefined
      ? { failures: 0, failingSince: null, lastFailure: null, lastSentAt: now }
      : {
          failures: rule.failures + 1,
          failingSince: rule.failingSince ?? now,
          lastFailure: failure,
        };
  await tx.update(alertRules).set(outcome).where(eq(alertRules.id, rule.id));
}

/** Why a message did not arrive: a key of `alerts.failures`, or `status 503` of a receiver. Holds no part of a URL. */
type AlertFailure = NetworkErrorName | "mailOff" | "mailRefused" | "noRecipients" | `status ${number}`;

/** Whom a rule's messages go to, one by one: a user, or a URL. */
interface AlertTarget {
  /** The id of the user; `url` for a URL. */
  id: string;
  /** Never rejects for what the receiver does; undefined if the message arrived. */
  send(message: AlertMessage): Promise<AlertFailure | undefined>;
}

/** The present targets of a rule; none if nobody of its recipients may see it any more. */
async function targetsOf(rule: AlertRule, sender: Sender, now: Date): Promise<AlertTarget[]> {
  if (rule.url === null) {
    const people = await listPeople(rule.worldId, rule.kind, rule.recipients);
    return people.map(({ id, email }) => ({ id, send: (message) => mail(email, message) }));
  }
  const url = openAlertUrl(rule.url, rule.id);
  return [{ id: "url", send: async (message) => failureOf(await sender.post({ url, ...requestOf(rule, message, now) })) }];
}

async function mail(address: string, message: AlertMessage): Promise<AlertFailure | undefined> {
  if (!sendsMail()) return "mailOff";
  const text = [...message.lines.flatMap((line) => [line.text, line.link, ""]), message.footer].join("\n");
  const error = await sendMail({ id: message.id, to: address, subject: message.subject, text });
  return error === undefined ? undefined : "mailRefused";
}

function failureOf(answer: Answer): AlertFailure | undefined {
  if (answer.kind === "failure") return answer.error;
  return answer.status >= 200 && answer.status < 300 ? undefined : `status ${answer.status}`;
}

function requestOf(rule: AlertRule, message: AlertMessage, now: Date): { body: string; headers: Record<string, string> } {
  const headers = { "content-type": "application/json", "user-agent": "Covergate-Webhooks/2" };
  const body = JSON.stringify(bodyOf(message));
  // A rule of the release before for a chat has no secret.
  if (rule.signingSecret === null) return { body, headers };
  const signed = { id: message.id, timestamp: timestampOf(now) };
  const signature = signatureOf({ ...signed, body }, [decryptSecret(rule.signingSecret, rule.id)]);
  return { body, headers: { ...headers, ...signatureHeaders(signed, signature) } };
}

function escapeForChat(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The format that Slack and compatible receivers read; names that people chose must not become a mention or a link. */
function chatText({ subject, lines }: AlertMessage): string {
  return [`*${escapeForChat(subject)}*`, ...lines.flatMap(({ text, link }) => [escapeForChat(text), link])].join("\n");
}

/** The envelope of every webhook, and beside it `text`, which a chat shows. */
function bodyOf(message: AlertMessage): object {
  const { isTest, environment, lines } = message;
  const alerts = lines.map(({ alert, kind, text, link }) => ({
    id: alert?.id ?? null,
    kind,
    since: alert?.since ?? null,
    ended_at: alert?.endedAt ?? null,
    text,
    link,
  }));
  return { event_type: isTest ? "alert.test" : "alert", data: { environment, alerts }, text: chatText(message) };
}
