import { sql } from "#db/client.ts";
import { claimKinds, openStatuses } from "#lib/claims/list-filters.ts";
import type { QueueStatus } from "#lib/claims/list-filters.ts";
import type { QueueCountsQuery, QueueQuery } from "#lib/claims/schema-desk.ts";
import type { ClaimProduct, ClaimStatus, ClaimSubtype, ClaimType } from "#lib/claims/schema.ts";
import type { StaffContext } from "#lib/context.ts";
import type { Fragment } from "#lib/deliveries/filter.ts";
import { isRising, makeListPage } from "#lib/portal-lists.ts";
import type { ListPage } from "#lib/portal-lists.ts";
import { maxCounted } from "#lib/row-limits.ts";
import { joinOwner, ownerOfRow } from "#lib/support/find-person.ts";
import type { Owner } from "#lib/support/find-person.ts";

export interface QueuedClaim {
  id: string;
  claimId: string | null;
  owner: Owner;
  renter: string;
  status: ClaimStatus;
  statusSince: Date;
  type: ClaimType;
  subtype: ClaimSubtype;
  product: Pick<ClaimProduct, "type" | "brand" | "model">;
  insured: string;
  test: boolean;
  /** Null before anybody took it over, and for moves of the admin command. */
  handler: string | null;
  toVerify: number;
}

/** Sorts after every id in any collation. */
const lastId = "~";
const endOfTime = "9999-12-31T00:00:00.000Z";
const startOfTime = "1970-01-01T00:00:00.000Z";

/** Lists claims of all partners: waiting ones oldest first, finished ones newest first (portal.md § Claims desk). */
export async function listQueue(_ctx: StaffContext, query: QueueQuery): Promise<ListPage<QueuedClaim>> {
  const isOldestFirst = query.status === undefined || isOpen(query.status);
  const isAscending = isOldestFirst !== isRising(query);
  const order = isAscending ? sql`asc` : sql`desc`;
  const limit = sql.unsafe(`limit ${Math.trunc(query.limit) + 1}`);
  const [since, id] = readCursor(query.before ?? query.after, isAscending);
  const beyond = isAscending
    ? sql`and (c.status_since, c.id) > (${since}::timestamptz, ${id})`
    : sql`and (c.status_since, c.id) < (${since}::timestamptz, ${id})`;
  const found = sql`select c.id, c.status_since from claims c where`;
  const page =
    query.search === undefined
      ? sql`
        select each.* from ${stretchesOf(query, query.status === undefined ? openStatuses : [query.status])}
        cross join lateral (${found} ${isOfStretch(query)} ${beyond} order by c.status_since ${order}, c.id ${order} ${limit}) each`
      : sql`${found} ${isFoundBy(query.search)} ${isFiltered(query)} ${beyond}`;
  const rows = await sql<(Omit<QueuedClaim, "statusSince"> & { statusSince: string })[]>`
    select c.id, c.claim_id as "claimId", ${ownerOfRow} as owner, coalesce(r.company ->> 'company_name', c.uid) as renter, c.status,
      c.status_since as "statusSince", c.type, c.subtype,
      json_build_object('type', c.product ->> 'type', 'brand', c.product ->> 'brand', 'model', c.product ->> 'model') as product,
      concat_ws(' ', c.insured ->> 'firstName', c.insured ->> 'lastName') as insured, c.test, u.name as handler,
      (select count(*)::int from claim_documents d where d.claim_id = c.id and d.replaced_at is null and d.status = 'to_verify') as "toVerify"
    from (select * from (${page}) found order by status_since ${order}, id ${order} ${limit}) page
      join claims c on c.id = page.id ${joinOwner(sql`c.world_id`)}
      left join renters r on r.uid = c.uid left join users u on u.id = c.handler_id
    order by c.status_since ${order}, c.id ${order}`;
  return makeListPage(
    rows.map((row) => ({ ...row, statusSince: new Date(row.statusSince) })),
    query,
    (row) => `${row.statusSince.toISOString()} ${row.id}`,
  );
}

export type QueueCounts = Record<(typeof openStatuses)[number], number>;

export async function countQueue(_ctx: StaffContext, query: QueueCountsQuery): Promise<QueueCounts> {
  const most = sql.unsafe(String(maxCounted));
  const rows = await sql<{ status: (typeof openStatuses)[number]; count: number }[]>`
    select st.status, least(sum(counted.count), ${most})::int as count
    from ${stretchesOf(query, openStatuses)}
      cross join lateral (select count(*) from (select from claims c where ${isOfStretch(query)} limit ${most}) one) counted
    group by st.status`;
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return {
    submitted: counts.get("submitted") ?? 0,
    in_progress: counts.get("in_progress") ?? 0,
    pending_info: counts.get("pending_info") ?? 0,
  };
}

export async function listClaimPartners(_ctx: StaffContext): Promise<{ id: string; name: string }[]> {
  return sql<{ id: string; name: string }[]>`
    select p.id, p.name from partners p
    where exists (select from worlds w join claims c on c.world_id = w.id where w.partner_id = p.id)
    order by p.name, p.id`;
}

function isOpen(status: QueueStatus): boolean {
  return openStatuses.some((open) => open === status);
}

/** The index ranges that a query reads: one for each kind and status, and for each world of a chosen partner. */
function stretchesOf({ partner, kind }: QueueCountsQuery, statuses: readonly string[]): Fragment {
  const kinds = kind === undefined ? claimKinds : [kind];
  const ofWorlds = partner === undefined ? sql`` : sql`cross join (select id from worlds where partner_id = ${partner}) w`;
  return sql`
    unnest(${[...statuses]}::text[]) st (status)
    cross join (select v = 'test' as test from unnest(${[...kinds]}::text[]) v) k ${ofWorlds}`;
}

function isOfStretch({ partner }: QueueCountsQuery): Fragment {
  return sql`${partner === undefined ? sql`` : sql`c.world_id = w.id and`} c.test = k.test and c.status = st.status`;
}

/** A search finds claims of any status by the index of the identifier. */
function isFoundBy(search: string): Fragment {
  if (search.startsWith("claim_")) return sql`c.id = ${search}`;
  return /^clm-/i.test(search) ? sql`c.claim_id = ${search.toUpperCase()}` : sql`c.cid = ${search}`;
}

function isFiltered({ partner, kind, status }: QueueQuery): Fragment {
  const isKind = kind === undefined ? sql`` : sql`and c.test = ${kind === "test"}`;
  const isOfPartner = partner === undefined ? sql`` : sql`and c.world_id in (select id from worlds where partner_id = ${partner})`;
  return sql`${isOfPartner} ${isKind} ${status === undefined ? sql`` : sql`and c.status = ${status}`}`;
}

/** Reads a cursor; an invalid one means the beginning of the list. */
function readCursor(cursor: string | undefined, isAscending: boolean): [since: string, id: string] {
  const [since = "", id = ""] = (cursor ?? "").split(" ");
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(since) && !Number.isNaN(Date.parse(since));
  if (isInstant && id !== "") return [since, id];
  return isAscending ? [startOfTime, ""] : [endOfTime, lastId];
}
