import { createHash, timingSafeEqual } from "node:crypto";
import { desc, gt, lt } from "drizzle-orm";
import { db } from "#db/client.ts";
import { mailbox } from "#db/schema/notices.ts";
import { env } from "#lib/platform/env.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import { createEncryption } from "#lib/platform/secrets/encryption.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const encryption = createEncryption("notice-body");

const keptDays = 7;
const mostListed = 200;

/** A plain text to one address. */
export interface Mail {
  /** The id of its notice; the same when it is sent again, so that mailboxes show a repeated message once. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** When it was written; now by default. */
  at?: Date;
}

export type KeptMail = Required<Mail>;

const startOfKept = (now: Date) => new Date(now.getTime() - keptDays * 86_400_000);

/** True if the installation keeps its e-mails, and the token is that of its mailbox (rules/notices.md#mailbox-2). */
export function opensMailbox(token: unknown): boolean {
  if (env.MAILBOX_TOKEN === undefined || typeof token !== "string") return false;
  const [given, own] = [token, env.MAILBOX_TOKEN].map((text) => createHash("sha256").update(text).digest());
  return given !== undefined && own !== undefined && timingSafeEqual(given, own);
}

/** The path of the mailbox with its token; undefined where the installation keeps no e-mails. */
export function mailboxPath(): string | undefined {
  return env.MAILBOX_TOKEN === undefined ? undefined : `/mailbox?${new URLSearchParams({ token: env.MAILBOX_TOKEN })}`;
}

export async function keepMail({ id: messageId, to: recipient, subject, text, at = currentTime() }: Mail): Promise<void> {
  const id = `${messageId} ${recipient}`;
  await db
    .insert(mailbox)
    .values({ id, recipient, subject, body: sealBody(text, id), at })
    .onConflictDoNothing();
}

/** The e-mails of the last seven days, newest first. */
export async function listMails(now: Date): Promise<KeptMail[]> {
  const rows = await db
    .select()
    .from(mailbox)
    .where(gt(mailbox.at, startOfKept(now)))
    .orderBy(desc(mailbox.at), desc(mailbox.id))
    .limit(mostListed);
  return rows.map(({ id, recipient: to, subject, body, at }) => ({ id, to, subject, text: openBody(body, id), at }));
}

/**
 * Splits a text at the addresses of this installation, which become links. Others stay text: names and reasons in an e-mail are what others
 * typed (rules/notices.md#mailbox-3).
 */
export function splitAtLinks(text: string): { part: string; isLink: boolean }[] {
  const { origin } = new URL(ownAddress("/"));
  return text.split(/(https?:\/\/\S+)/).map((part) => ({ part, isLink: URL.canParse(part) && new URL(part).origin === origin }));
}

export async function expireMails(now: Date): Promise<void> {
  await db.delete(mailbox).where(lt(mailbox.at, startOfKept(now)));
}

export function sealBody(text: string, noticeId: string): string {
  return encryption.encrypt(text, noticeId);
}

export function openBody(stored: string, noticeId: string): string {
  return encryption.decrypt(stored, noticeId);
}

export function reencryptBody(stored: string, noticeId: string): string | undefined {
  return encryption.renew(stored, noticeId);
}
