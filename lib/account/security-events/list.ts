import { sql } from "drizzle-orm";
import { securityFilters } from "#lib/account/security-events/list-filters.ts";
import type { SecurityKind } from "#lib/account/security-events/schema.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";
import type { FilterValues, Keyset } from "#lib/platform/lists/portal-lists.ts";

/** Events of one kind, subject, network and hour. */
export interface SecurityRow {
  id: string;
  kind: SecurityKind;
  subject: string;
  address: string;
  count: number;
  detail: string | null;
  lastAt: Date;
}

export const securityList: List<typeof securityFilters, SecurityRow> = {
  table: "security_events",
  filters: securityFilters,
  order: { at: "last_at", key: "id", direction: "desc" },
  conditions: { search: (text) => [sql`r.subject = ${text}`, sql`r.address = ${text}`] },
  columns: sql.raw(`r.id, r.kind, r.subject, r.address, r.count::int as count, r.detail, r.last_at`),
};

export const securityListQuery = listQuery(securityFilters);

export async function list(_ctx: SupportContext, query: Keyset & FilterValues<typeof securityFilters>): Promise<BoundedPage<SecurityRow>> {
  return readPage(securityList, sql`true`, query);
}
