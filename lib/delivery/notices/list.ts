import { sql } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { noticeFilters } from "#lib/delivery/notices/list-filters.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";
import type { FilterValues, Keyset } from "#lib/platform/lists/portal-lists.ts";
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
export async function list(_ctx: SupportContext, query: Keyset & FilterValues<typeof noticeFilters>): Promise<BoundedPage<NoticeRow>> {
  return readPage(noticeList, sql`true`, query);
}

/** How many seconds ago the oldest message was written whose attempts have failed so far; 0 if there is none. */
export async function readOldestRetrying(now: Date): Promise<number> {
  const [row] = await pool<{ oldest: Date | null }[]>`select min(created_at) as oldest from notices where status = 'retrying'`;
  const oldest = row?.oldest ?? null;
  return oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000);
}
