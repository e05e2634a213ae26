import { sql } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { SupportContext, TeamContext } from "#lib/account/worlds/context.ts";
import { noticeFilters, partnerNoticeFilters } from "#lib/delivery/notices/list-filters.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";
import type { ListQuery } from "#lib/platform/lists/portal-lists.ts";
import { openBody, splitAtLinks } from "#lib/platform/mail/mailbox.ts";
import { partnerNoticeKinds, readableNoticeKinds } from "#lib/platform/mail/notice-schema.ts";
import type { NoticeKind, NoticeStatus } from "#lib/platform/mail/notice-schema.ts";

export interface NoticeRow {
  id: string;
  kind: NoticeKind;
  recipient: string;
  subject: string;
  status: NoticeStatus;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  dueAt: Date | null;
  sentAt: Date | null;
}

export const noticeList: List<typeof noticeFilters, NoticeRow> = {
  table: "notices",
  filters: noticeFilters,
  order: { at: "created_at", key: "id", direction: "desc" },
  conditions: { search: (text) => [sql`r.recipient = ${text}`] },
  columns: sql.raw(`r.id, r.kind, r.recipient, r.subject, r.status, r.attempts, r.last_error, r.created_at,
    r.due_at, r.sent_at`),
};

export const noticeListQuery = listQuery(noticeFilters);

/** Lists the notices with their recipients and failures (rules/notices.md#send-5). Texts are not kept. */
export async function list(_ctx: SupportContext, query: ListQuery<typeof noticeFilters>): Promise<BoundedPage<NoticeRow>> {
  return readPage(noticeList, sql`true`, query);
}

/** How many seconds ago the oldest message was written whose attempts have failed so far; 0 if there is none. */
export async function readOldestRetrying(now: Date): Promise<number> {
  const [row] = await pool<{ oldest: Date | null }[]>`select min(created_at) as oldest from notices where status = 'retrying'`;
  const oldest = row?.oldest ?? null;
  return oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000);
}

export const partnerNoticeList: List<typeof partnerNoticeFilters, NoticeRow> = { ...noticeList, filters: partnerNoticeFilters };

export const partnerNoticeQuery = listQuery(partnerNoticeFilters);

/** The kinds stand in the text of the statement, by which Postgres recognises its partial index. */
const forPeople = sql.raw(`r.kind in ('${partnerNoticeKinds.join("', '")}')`);

export const noticesOf = (partnerId: string) => sql`r.partner_id = ${partnerId} and ${forPeople}`;

/** Lists the notices to the people of an owner's partner, newest first (rules/notices.md#owners-1). */
export async function listOfPartner(
  { actor }: TeamContext,
  query: ListQuery<typeof partnerNoticeFilters>,
): Promise<BoundedPage<NoticeRow>> {
  return readPage(partnerNoticeList, noticesOf(actor.partnerId ?? ""), query);
}

/** Reads the text of a notice as it was mailed; null if it has a one-time link, or is not kept (rules/notices.md#owners-2). */
export async function readText({ actor }: TeamContext, id: string): Promise<{ parts: ReturnType<typeof splitAtLinks> | null }> {
  const [notice] = await pool<{ body: string | null }[]>`
    select case when kind = any(${readableNoticeKinds}) then body end as body from notices
    where id = ${id} and partner_id = ${actor.partnerId ?? ""} and kind = any(${partnerNoticeKinds})`;
  if (notice === undefined) throw new NotFound(`there is no message ${id}`, { key: "noNotice" });
  return { parts: notice.body === null ? null : splitAtLinks(openBody(notice.body, id)) };
}
