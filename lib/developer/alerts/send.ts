import { and, eq, inArray, sql as query } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import { worlds } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { DeveloperContext } from "#lib/account/worlds/context.ts";
import type { SendOutcome } from "#lib/delivery/notices/send.ts";
import type { NetworkErrorName } from "#lib/delivery/webhooks/network-error.ts";
import { requestHeaders } from "#lib/delivery/webhooks/post.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { signatureHeaders, signatureOf, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";
import { decryptSecret, openSender } from "#lib/delivery/webhooks/secrets.ts";
import { findRule, listPeople } from "#lib/developer/alerts/find.ts";
import type { AlertRule } from "#lib/developer/alerts/find.ts";
import { writeMessage, writeTest } from "#lib/developer/alerts/message.ts";
import type { AlertMessage, AlertToSend } from "#lib/developer/alerts/message.ts";
import { alertKindNames } from "#lib/developer/alerts/schema-kinds.ts";
import { alertUrls } from "#lib/developer/alerts/secrets.ts";
import { sendMail, sendsMail } from "#lib/platform/mail/mail.ts";

/** An alert that could not be sent for so long is no longer sent. */
const keptMs = 2 * 86_400_000;
const alertsPerMessage = 50;

/**
 * Sends the alerts of a rule that wait, in one message, to those receivers whom they have not reached. The engine of notices calls it, so
 * that one run at a time sends for a rule.
 */
export async function sendAlerts(ruleId: string, now: Date, sender: Sender): Promise<SendOutcome> {
  const [found] = await db
    .select({ rule: alertRules, environment: worlds.environment })
    .from(alertRules)
    .innerJoin(worlds, eq(worlds.id, alertRules.worldId))
    .where(and(eq(alertRules.id, ruleId), alertRules.enabled, inArray(alertRules.kind, alertKindNames)));
  if (found === undefined) return undefined;
  const { rule, environment } = found;
  const alerts = await readWaiting(ruleId, now);
  if (alerts.length === 0) return undefined;
  const targets = await targetsOf(rule, sender, now);
  const attempts = await Promise.all(
    targets.map(async ({ id, send }) => {
      const missing = alerts.filter(({ reached }) => !reached.includes(id));
      return { id, failure: missing.length === 0 ? undefined : await send(writeMessage(rule, environment, missing)) };
    }),
  );
  const failure = failureOf(attempts.map((attempt) => attempt.failure));
  const reached = attempts.filter((attempt) => attempt.failure === undefined).map(({ id }) => id);
  const sentAt = failure === undefined ? now.toISOString() : null;
  await db.transaction(async (tx) => {
    await recordOutcome(tx, rule, now, failure);
    await tx.execute(query`
      update alerts set sent_at = ${sentAt}::timestamptz, reached = reached || ${query.param(reached)}::text[]
      where id = any(${query.param(alerts.map(({ id }) => id))}::text[])`);
  });
  if (failure !== undefined) return { error: failure };
  return alerts.length === alertsPerMessage ? { until: now } : undefined;
}

/** Reads waiting alerts, oldest first, and gives up those that are too old. */
async function readWaiting(ruleId: string, now: Date): Promise<(AlertToSend & { reached: string[] })[]> {
  await sql`
    update alerts set dropped_at = ${now}
    where rule_id = ${ruleId} and sent_at is null and dropped_at is null and created_at < ${new Date(now.getTime() - keptMs)}`;
  return sql`
    select id, since, detail, ended_at, reached from alerts
    where rule_id = ${ruleId} and sent_at is null and dropped_at is null order by id limit ${alertsPerMessage}`;
}

type TestOutcome = { isSent: true } | { isSent: false; failure: AlertFailure };

/** Sends a message marked as a test to all recipients of an alert, even while it is off; returns the results. */
export async function sendTest(ctx: DeveloperContext, ruleId: string): Promise<TestOutcome> {
  const { world, realTime: now } = ctx;
  const rule = await findRule(world, ruleId);
  const message = writeTest(rule, world.environment);
  const sender = openSender();
  try {
    const targets = await targetsOf(rule, sender, now);
    const failure = failureOf(await Promise.all(targets.map(({ send }) => send(message))));
    await db.transaction(async (tx) => {
      await recordOutcome(tx, rule, now, failure);
      await recordAudit(tx, ctx, { action: "alert.tested", subjectId: ruleId, details: { failure: failure ?? null } });
    });
    return failure === undefined ? { isSent: true } : { isSent: false, failure };
  } finally {
    await sender.close();
  }
}

/** Why a message did not arrive: a key of `alerts.failures`, or `status 503` of a receiver. Holds no part of a URL. */
type AlertFailure = NetworkErrorName | "mailOff" | "mailRefused" | "noRecipients" | `status ${number}`;

/** Why a message did not reach all of a rule's targets. */
function failureOf(failures: readonly (AlertFailure | undefined)[]): AlertFailure | undefined {
  return failures.length === 0 ? "noRecipients" : failures.find((failure) => failure !== undefined);
}

/** Records how an attempt to reach all of a rule went, which the page of alerts shows. */
async function recordOutcome(tx: Transaction, rule: AlertRule, now: Date, failure: AlertFailure | undefined): Promise<void> {
  const outcome =
    failure === undefined
      ? { failures: 0, failingSince: null, lastFailure: null, lastSentAt: now }
      : { failures: rule.failures + 1, failingSince: rule.failingSince ?? now, lastFailure: failure };
  await tx.update(alertRules).set(outcome).where(eq(alertRules.id, rule.id));
}

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
    const people = await listPeople(rule.worldId, rule);
    return people.map(({ id, email }) => ({ id, send: (message) => mail(email, message) }));
  }
  const url = alertUrls.decrypt(rule.url, rule.id);
  return [{ id: "url", send: (message) => post(sender, { url, body: message.body, headers: headersOf(rule, message, now) }) }];
}

async function mail(to: string, { id, subject, text }: AlertMessage): Promise<AlertFailure | undefined> {
  if (!sendsMail()) return "mailOff";
  const error = await sendMail({ id, to, subject, text });
  return error === undefined ? undefined : "mailRefused";
}

async function post(sender: Sender, request: Parameters<Sender["post"]>[0]): Promise<AlertFailure | undefined> {
  const answer = await sender.post(request);
  if (answer.kind === "failure") return answer.error;
  return answer.status >= 200 && answer.status < 300 ? undefined : `status ${answer.status}`;
}

/** A rule of the release before for a chat has no secret. */
function headersOf({ id, signingSecret }: AlertRule, message: AlertMessage, now: Date): Record<string, string> {
  if (signingSecret === null) return requestHeaders;
  const content = { id: message.id, timestamp: timestampOf(now), body: message.body };
  return { ...requestHeaders, ...signatureHeaders(content, signatureOf(content, [decryptSecret(signingSecret, id)])) };
}
