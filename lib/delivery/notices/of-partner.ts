import { sql } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { TeamContext } from "#lib/account/worlds/context.ts";
import { partnerNoticeFilters } from "#lib/delivery/notices/list-filters.ts";
import { noticeList } from "#lib/delivery/notices/list.ts";
import type { NoticeRow } from "#lib/delivery/notices/list.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";
import type { ListQuery } from "#lib/platform/lists/portal-lists.ts";
import { openBody, splitAtLinks } from "#lib/platform/mail/mailbox.ts";
import { partnerNoticeKinds, readableNoticeKinds } from "#lib/platform/mail/notice-schema.ts";

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
