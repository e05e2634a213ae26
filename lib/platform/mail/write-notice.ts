import type { Database, Transaction } from "#db/client.ts";
import { notices } from "#db/schema/notices.ts";
import { newId } from "#lib/platform/ids.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";
import { sealBody } from "#lib/platform/mail/mailbox.ts";
import type { NoticeKind } from "#lib/platform/mail/notice-schema.ts";

/** A message in plain text. */
export interface Message {
  subject: string;
  text: string;
}

/** Writes a message in both languages, since the reader's is unknown. The link follows each of them. */
export function inBothLanguages(subject: string, link: string, english: string, french: string): Message {
  return { subject, text: [english, link, "", french, link].join("\n") };
}

export interface NewNotice extends Message {
  kind: NoticeKind;
  /** E-mail addresses; each gets a message of its own. */
  to: readonly string[];
  /** The partner of the recipients; null for staff of the operator. */
  partnerId: string | null;
  /** Names the cause within its kind: each recipient is told of it once. */
  cause?: string;
}

/**
 * Writes a message to each recipient, in the transaction of its cause; the job that sends notices sends it after the commit. An
 * installation that sends no mail writes none.
 */
export async function writeNotice(tx: Transaction | Database, { to, text, cause, ...notice }: NewNotice, now: Date): Promise<void> {
  if (!sendsMail() || to.length === 0) return;
  const rows = [...new Set(to)].map((recipient) => {
    const id = newId("ntc");
    return { id, ...notice, recipient, cause: cause ?? null, body: sealBody(text, id), createdAt: now, dueAt: now };
  });
  await tx.insert(notices).values(rows).onConflictDoNothing();
}
