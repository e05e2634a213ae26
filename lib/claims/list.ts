import type { z } from "zod";
import { sql } from "#db/client.ts";
import type { listClaimsQuery, StatusFilter } from "#lib/claims/requests.ts";
import { claimStatuses } from "#lib/claims/schema.ts";
import type { ClaimStatus, WireClaimList } from "#lib/claims/schema.ts";
import type { ClaimHead } from "#lib/claims/serialize.ts";
import { serializeSummary } from "#lib/claims/serialize.ts";
import type { ApiContext, World } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";

const statusesOf: Record<StatusFilter, readonly ClaimStatus[]> = {
  draft: ["draft"],
  submitted: claimStatuses.filter((status) => status !== "draft" && status !== "archived"),
  cancelled: ["archived"],
};

type Row = { [Field in keyof ClaimHead]: ClaimHead[Field] extends Date ? string : ClaimHead[Field] };

interface Found {
  isAttached: boolean;
  total: number;
  page: Row[];
}

interface Page {
  userId?: string | undefined;
  statuses: readonly ClaimStatus[];
  offset: number;
  limit: number;
}

/** Lists claims of one renter or of all attached ones, newest first, with their total; 9003 for a renter that is not attached. */
export async function list({ world }: ApiContext, query: z.output<typeof listClaimsQuery>): Promise<WireClaimList> {
  const { userId, status, limit } = query;
  const offset = query.offset ?? query.skip ?? 0;
  const [found] = await pageOf(world, { userId, statuses: status === undefined ? claimStatuses : statusesOf[status], offset, limit });
  if (found === undefined) throw new Error("a query without a condition answered no row");
  if (userId !== undefined && !found.isAttached) throw new ApiError("UNAUTHORIZED_USER");
  return { data: found.page.map((row) => serializeSummary(revive(row))), pagination: { total: found.total, offset, limit } };
}

/** The statement of a page and its total. Each status is read in index order and no further than the page; ids are chosen first. */
export function pageOf({ id: worldId }: Pick<World, "id">, { userId, statuses, offset, limit }: Page) {
  const names = sql.array(statuses as string[]);
  const ofRenter = (column: "renter_uid" | "c.uid") => (userId === undefined ? sql`` : sql`and ${sql.unsafe(column)} = ${userId}`);
  const isAny = statuses.length === claimStatuses.length;
  const newestFirst = sql`order by c.created_at desc, c.id desc`;
  const renters = sql`select renter_uid from renter_attachments where world_id = ${worldId} ${ofRenter("renter_uid")}`;
  // "is true" makes Postgres look each renter up in a hash, in the order of the claims' index.
  const attached = sql`
    select c.id, c.created_at from claims c where c.world_id = ${worldId} ${ofRenter("c.uid")}
      and (c.uid in (select renter_uid from renter_attachments where world_id = ${worldId})) is true`;
  return sql<Found[]>`
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
      (select coalesce(sum(of_renter.count), 0)::int from (${renters}) as asked, lateral (
        select count(*) from claims c where c.world_id = ${worldId} and c.uid = asked.renter_uid and c.status = any(${names}::text[])) as of_renter) as total,
      (select coalesce(json_agg(json_build_object('id', c.id, 'claimId', c.claim_id, 'uid', c.uid, 'status', c.status,
          'canSubmit', c.can_submit, 'type', c.type, 'subtype', c.subtype, 'claimAt', c.claim_at, 'cid', c.cid, 'cpid', c.cpid,
          'createdAt', c.created_at, 'updatedAt', c.updated_at) order by c.created_at desc, c.id desc), '[]')
        from claims c where c.id = any(array(select id from page))) as page`;
}

function revive(row: Row): ClaimHead {
  return { ...row, claimAt: new Date(row.claimAt), createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) };
}
