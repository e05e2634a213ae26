import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { withoutDeadline } from "#db/deadline.ts";
import { insertOf } from "#db/rows.ts";
import { securityEvents } from "#db/schema/security.ts";
import { TallyBook } from "#lib/account/security-events/rules/tally.ts";
import type { SecurityEvent, Tally } from "#lib/account/security-events/rules/tally.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log/log.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";
import { onReset } from "#lib/platform/process/reset.ts";

/** A subject that the request does not name, or that must not be stored. */
export const unknownSubject = "?";

const flushAfterMs = 1000;

const book = new TallyBook();
onReset(() => void book.take());
let timer: NodeJS.Timeout | undefined;
let writing = Promise.resolve();

/** Counts a security event; the counts are written together a moment later. */
export function recordSecurityEvent(event: SecurityEvent): void {
  book.add(event);
  if (event.kind === "signInFailed" || event.kind === "signInLocked") metrics.signInFailures.inc();
  timer ??= withoutDeadline(() => setTimeout(() => void flushSecurityEvents(), flushAfterMs).unref());
}

/** Writes waiting counts to the database and the log, after those that are being written; also called at shutdown. Never rejects. */
export function flushSecurityEvents(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  writing = writing.then(writeWaiting);
  return writing;
}

async function writeWaiting(): Promise<void> {
  const tallies = book.take();
  for (const { kind, subject, address, count, detail } of tallies) {
    log.warn({ security: kind, subject, address, count, ...(detail !== null && { detail }) }, "refused");
  }
  try {
    if (tallies.length > 0) await write(tallies);
  } catch (error) {
    log.error({ error, lost: tallies.length }, "security events were not stored; they are in this log alone");
  }
}

async function write(tallies: readonly Tally[]): Promise<void> {
  const rows = tallies.map((tally) => ({ ...tally, id: newId("sec") }));
  await db.execute(sql`
    ${insertOf(securityEvents, rows)} order by hour, kind, subject, address
    on conflict (hour, kind, subject, address) do update set
      count = security_events.count + excluded.count, last_at = greatest(security_events.last_at, excluded.last_at), detail = coalesce(excluded.detail, security_events.detail)`);
}
