import { sql } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { activityFilters } from "#lib/developer/activity/list-filters.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";
import type { FilterValues, Keyset } from "#lib/platform/lists/portal-lists.ts";

export interface ActivityRow {
  id: string;
  at: Date;
  action: string;
  subjectId: string;
  actor: string;
  isKey: boolean;
  address: string | null;
  /** A change: its fields with their new values, and in `before` the earlier ones; null for other actions and entries of earlier releases. */
  change: ({ before: Record<string, unknown> } & Record<string, unknown>) | null;
}

export const activityListQuery = listQuery(activityFilters);

export const activityList: List<typeof activityFilters, ActivityRow> = {
  table: "audit_entries",
  filters: activityFilters,
  order: { at: "at", key: "id", direction: "desc" },
  conditions: { search: (text) => sql`r.subject_id = ${text}` },
  columns: sql.raw(`
    r.id, r.at, r.action, r.subject_id, r.address, case when r.action like '%.changed' and r.details ? 'before' then r.details end as change, r.actor ->> 'type' = 'apiKey' as "isKey",
    coalesce(u.name, k.preview, r.actor ->> 'userId', r.actor ->> 'keyId', '') as actor`),
  joins: sql.raw(`left join users u on u.id = r.actor ->> 'userId' left join api_keys k on k.id = r.actor ->> 'keyId'`),
};

/** Lists the actions of a partner's people and keys in both environments, newest first. */
export async function list(
  ctx: ContextOf["owner"],
  query: Keyset & FilterValues<typeof activityFilters>,
): Promise<BoundedPage<ActivityRow>> {
  return readPage(activityList, sql`r.actor ->> 'partnerId' = ${ctx.world.partnerId}`, query);
}

export async function listPeople(ctx: ContextOf["owner"]): Promise<{ id: string; name: string }[]> {
  return pool<{ id: string; name: string }[]>`
    select id, name from users where partner_id = ${ctx.world.partnerId} order by name, id limit 200`;
}
