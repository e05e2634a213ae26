import type { TransactionSql } from "postgres";
import type { z } from "zod";
import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import { readOnReplica } from "#db/replica.ts";
import { fromJson, jsonOf } from "#db/rows.ts";
import { claims } from "#db/schema/claims.ts";
import { claimStatuses } from "#db/schema/enums.ts";
import type { ApiContext, World } from "#lib/account/worlds/context.ts";
import type { listClaimsQuery, StatusFilter } from "#lib/insurance/claims/requests.ts";
import type { ClaimStatus, WireClaimList } from "#lib/insurance/claims/schema.ts";
import { serializeSummary } from "#lib/insurance/claims/serialize.ts";
import { notAttached } from "#lib/insurance/renters/rules/attachment.ts";
import { timeOfId } from "#lib/platform/ids.ts";
import { makePage } from "#lib/platform/lists/paging.ts";

const statusesOf: Record<StatusFilter, readonly ClaimStatus[]> = {
  draft: ["draft"],
  submitted: claimStatuses.filter((status) => status !== "draft" && status !== "archived"),
  cancelled: ["archived"],
};

const headColumns = {
  id: claims.id,
  claimId: claims.claimId,
  uid: claims.uid,
  status: claims.status,
  canSubmit: claims.canSubmit,
  type: claims.type,
  subtype: claims.subtype,
  claimAt: claims.claimAt,
  cid: claims.cid,
  cpid: claims.cpid,
  createdAt: claims.createdAt,
  updatedAt: claims.updatedAt,
};
const toHead = fromJson(headColumns);

interface FoundClaim {
  isAttached: boolean;
  total: number;
  page: object[];
}

interface Page {
  userId?: string | undefined;
  statuses: readonly ClaimStatus[];
  after?: string | undefined;
  offset: number;
  limit: number;
}

/** Lists claims of one renter or of all attached ones, newest first, with their total; 9003 for a renter that is not attached. */
export async function list({ world }: ApiContext, query: z.output<typeof listClaimsQuery>): Promise<WireClaimList> {
  const { userId, status, after, limit } = query;
  const offset = query.offset ?? query.skip ?? 0;
  const page = { userId, statuses: status === undefined ? claimStatuses : statusesOf[status], after, offset, limit: limit + 1 };
  const [row] = await readOnReplica((pool) => pageOf(world, page, pool));
  if (row === undefined) throw new Error("a query without a condition answered no row");
  if (userId !== undefined && !row.isAttached) throw notAttached("userId", userId);
  const { items, next } = makePage(row.page.map(toHead), limit, { idOf: ({ id }) => id, make: serializeSummary });
  return { data: items, pagination: { total: row.total, offset, limit, next } };
}

/** The place of a claim in the list; one that is gone has the time of its identifier. */
function placeOf(worldId: number, id: string): Fragment {
  return sql`coalesce((select created_at from claims where id = ${id} and world_id = ${worldId}), ${new Date(timeOfId(id) ?? 0)}), ${id}`;
}

/** The statement of a page and its total. Each status is read in index order and no further than the page; ids are chosen first. */
export function pageOf(
  { id: worldId }: Pick<World, "id">,
  { userId, statuses, after, offset, limit }: Page,
  pool: typeof sql | TransactionSql = sql,
) {
  const names = sql.array(statuses as string[]);
  const ofRenter = (column: "renter_uid" | "c.uid") => (userId === undefined ? sql`` : sql`and ${sql.unsafe(column)} = ${userId}`);
  const isAny = statuses.length === claimStatuses.length;
  const newestFirst = sql`order by c.created_at desc, c.id desc`;
  const renters = sql`select renter_uid from renter_attachments where world_id = ${worldId} ${ofRenter("renter_uid")}`;
  // "is true" makes Postgres look each renter up in a hash, in the order of the claims' index.
  const isAttached = sql`
    c.world_id = ${worldId} ${ofRenter("c.uid")} and (c.uid in (select renter_uid from renter_attachments where world_id = ${worldId})) is true`;
  const isOlder = after === undefined ? sql`` : sql`and (c.created_at, c.id) < (${placeOf(worldId, after)})`;
  const attached = sql`select c.id, c.created_at from claims c where ${isAttached} ${isOlder}`;
  return pool<FoundClaim[]>`
    with page as (${
      isAny
        ? sql`${attached} ${newestFirst}`
        : sql`
      select c.id, c.created_at from unnest(${names}::text[]) as asked (status), lateral (
        ${attached} and c.status = asked.status ${newestFirst} limit ${offset + limit}) as c
      ${newestFirst}`
    } limit ${limit} offset ${offset}
    )
    select exists (${renters}) as "isAttached",
      (select count(*)::int from claims c where ${isAttached} and c.status = any(${names}::text[])) as total,
      (select coalesce(json_agg(${sql.unsafe(jsonOf(headColumns, "c"))} order by c.created_at desc, c.id desc), '[]')
        from claims c where c.id = any(array(select id from page))) as page`;
}
