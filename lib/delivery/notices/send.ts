import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import { nextAttemptAt } from "#lib/delivery/notices/rules/schedule.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log/log.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";
import { openBody } from "#lib/platform/mail/mailbox.ts";
import { readableNoticeKinds } from "#lib/platform/mail/notice-schema.ts";
import type { NoticeKind } from "#lib/platform/mail/notice-schema.ts";

const atOnce = 8;
/** Longer than an attempt takes. */
const leaseSeconds = 120;

/** A notice that only this run may send until its lease ends. */
export interface LeasedNotice {
  id: string;
  kind: NoticeKind;
  recipient: string;
  subject: string;
  body: string;
  createdAt: Date;
  attempts: number;
}

/** Undefined if the message arrived. A final error is not tried again; `until` is the moment before which nothing may be sent. */
export type SendOutcome = { error: string; isFinal?: boolean } | { until: Date } | undefined;

interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Sends an alert to the receivers of its rule. */
  sendAlert: (ruleId: string, now: Date) => Promise<SendOutcome>;
}

/**
 * Sends the notices that are due, oldest first; returns how many attempts it made. Several instances may run it: each leases what it sends.
 * A process that dies before it records an attempt leaves its notices to the end of their leases, so a message can arrive twice and is
 * never lost.
 */
export async function sendNotices(now: Date, { signal, sendAlert }: SendOptions): Promise<number> {
  const run = newId("run");
  let attempts = 0;
  const waiting: string[] = [];
  while (signal?.aborted !== true) {
    const leased = await lease(run, now);
    if (leased.length === 0) break;
    attempts += leased.length;
    const errors = await Promise.all(leased.map((notice) => send(run, notice, now, sendAlert)));
    waiting.push(...errors.flatMap((error) => error ?? []));
  }
  // A mail server that refuses everybody is one line of the log, whatever the number of messages.
  if (waiting.length > 0) log.error({ notices: waiting.length, codes: [...new Set(waiting)] }, "notices could not be sent yet");
  return attempts;
}

/** Returns the time at which the next notice without a lease is due. */
export const nextMessage: Fragment = sql`
  select min(due_at) from notices where due_at is not null and (leased_until is null or leased_until < clock_timestamp())`;

async function lease(run: string, now: Date): Promise<LeasedNotice[]> {
  return sql<LeasedNotice[]>`
    update notices n set leased_by = ${run}, leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    from (
      select id from notices where due_at <= ${now} and (leased_until is null or leased_until < clock_timestamp())
      order by due_at, id limit ${atOnce} for update skip locked
    ) due
    where n.id = due.id
    returning n.id, n.kind, n.recipient, n.subject, n.body, n.created_at, n.attempts`;
}

/** Makes one attempt and records it. Returns the error of a notice that is tried again. */
async function send(run: string, notice: LeasedNotice, now: Date, sendAlert: SendOptions["sendAlert"]): Promise<string | undefined> {
  const outcome = await attempt(notice, now, sendAlert);
  if (outcome === undefined) await record(run, notice, { sentAt: now, failedAt: null, dueAt: null, error: null });
  else if ("until" in outcome) await postpone(run, notice, outcome.until);
  else {
    const dueAt = outcome.isFinal === true ? null : nextAttemptAt(notice.attempts + 1, { createdAt: notice.createdAt, failedAt: now });
    await record(run, notice, { sentAt: null, failedAt: dueAt === null ? now : null, dueAt, error: outcome.error });
    if (dueAt !== null) return outcome.error;
    log.error({ notice: notice.id, kind: notice.kind, code: outcome.error }, "a notice could not be sent");
  }
  return undefined;
}

async function attempt({ id, kind, recipient, subject, body, createdAt }: LeasedNotice, now: Date, sendAlert: SendOptions["sendAlert"]) {
  try {
    if (kind === "alert") return await sendAlert(recipient, now);
    return await sendMail({ id, to: recipient, subject, text: openBody(body, id), at: createdAt });
  } catch (error) {
    log.error({ notice: id, error }, "a notice failed");
    return { error: "internal" };
  }
}

interface Attempted {
  sentAt: Date | null;
  failedAt: Date | null;
  /** Null if the notice is over. */
  dueAt: Date | null;
  error: string | null;
}

/**
 * Only the run that holds the lease records, so that a late attempt changes nothing. A notice that was written anew meanwhile stays due: its
 * attempt may have missed what was added.
 */
async function record(run: string, { id, createdAt }: LeasedNotice, { sentAt, failedAt, dueAt, error }: Attempted): Promise<void> {
  const { count } = await sql`
    update notices set attempts = attempts + 1, last_error = ${error}, due_at = ${dueAt}, sent_at = ${sentAt}, failed_at = ${failedAt},
      body = case when ${dueAt === null} and (partner_id is null or kind <> all(${readableNoticeKinds})) then null else body end, leased_by = null, leased_until = null
    where id = ${id} and leased_by = ${run} and created_at = ${createdAt}`;
  if (count === 0) await sql`update notices set leased_by = null, leased_until = null where id = ${id} and leased_by = ${run}`;
}

async function postpone(run: string, { id }: LeasedNotice, until: Date): Promise<void> {
  await sql`update notices set due_at = ${until}, leased_by = null, leased_until = null where id = ${id} and leased_by = ${run}`;
}
