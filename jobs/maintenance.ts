import { sql } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { expireSecurityEvents } from "#lib/account/security-events/watch.ts";
import { expireAttempts } from "#lib/account/users/limit-sign-in.ts";
import { expireSignIns } from "#lib/account/users/sign-in.ts";
import { expireHeld } from "#lib/delivery/deliveries/expire-held.ts";
import { expireDeliveries } from "#lib/delivery/deliveries/expire.ts";
import { sendNotices } from "#lib/delivery/notices/send.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { openSender } from "#lib/delivery/webhooks/secrets.ts";
import { expireAlerts } from "#lib/developer/alerts/evaluate.ts";
import { sendAlerts } from "#lib/developer/alerts/send.ts";
import { expireCalls } from "#lib/developer/calls/expire.ts";
import { expireAnswers } from "#lib/developer/idempotency/stored-answers.ts";
import { rememberReadiness } from "#lib/developer/readiness/read.ts";
import { expireMails } from "#lib/platform/mail/mailbox.ts";

/**
 * Creates the partitions of the coming week and deletes expired rows. It is idempotent, and safe when two instances run it. A step that
 * fails keeps no other from its work; then it rejects with all their errors.
 */
export async function runMaintenance(
  now: Date,
): Promise<{ callPartitions: number; deliveryPartitions: number; hours: number; answers: number }> {
  const errors: unknown[] = [];
  const attempt = (step: (at: Date) => Promise<number | void>) =>
    step(now).catch((error: unknown) => {
      errors.push(error);
    });
  await attempt(() => ensurePartitions(sql, now));
  await attempt(expireAttempts);
  await attempt(expireSignIns);
  await attempt(rememberReadiness);
  await attempt(expireLinks);
  await attempt(expireSecurityEvents);
  await attempt(expireNotices);
  await attempt(expireMails);
  await attempt(expireAlerts);
  await attempt(expireHeld);
  const hours = await attempt(expireHours);
  const answers = await attempt(expireAnswers);
  const callPartitions = await attempt(expireCalls);
  const deliveryPartitions = await attempt(expireDeliveries);
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} steps of maintenance failed`);
  return { callPartitions: callPartitions ?? 0, deliveryPartitions: deliveryPartitions ?? 0, hours: hours ?? 0, answers: answers ?? 0 };
}

/** A year and a month, so that a chart can compare any month with the year before. */
const keptDays = 400;
const msPerDay = 86_400_000;

/** Deletes hourly counts, and outages of webhooks that ended, older than 400 days; returns how many rows. */
async function expireHours(now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * msPerDay).toISOString();
  const { count: ofCalls } = await sql`delete from call_hours where hour < ${before}`;
  const { count: ofErrors } = await sql`delete from error_hours where hour < ${before}`;
  const { count: ofDeliveries } = await sql`delete from delivery_hours where hour < ${before}`;
  const { count: ofWebhooks } = await sql`delete from webhook_hours where hour < ${before}`;
  const { count: outages } = await sql`delete from webhook_outages where ended_at < ${before}`;
  return ofCalls + ofErrors + ofDeliveries + ofWebhooks + outages;
}

/** How long a message is listed that was sent or given up. */
const keptNoticeDays = 90;

async function expireNotices(now: Date): Promise<void> {
  await sql`delete from notices where due_at is null and created_at < ${new Date(now.getTime() - keptNoticeDays * msPerDay)}`;
}

/** How long a used or expired link is still listed. */
const keptLinkDays = 90;

/** Deletes links for passwords and for the insured that ended more than 90 days ago. */
async function expireLinks(now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptLinkDays * msPerDay).toISOString();
  await sql`delete from password_links where least(used_at, expires_at) < ${before}`;
  await sql`delete from claim_links where least(revoked_at, expires_at) < ${before}`;
}

/** Sends the notices that are due: e-mails to people, and alerts to the receivers of their rules. A job. */
export async function sendDueNotices(now: Date, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<number> {
  let sender: Sender | undefined;
  try {
    return await sendNotices(now, {
      signal,
      sendAlert(ruleId, at) {
        sender ??= openSender();
        return sendAlerts(ruleId, at, sender);
      },
    });
  } finally {
    await sender?.close();
  }
}
