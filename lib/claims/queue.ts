import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import { claimKinds, openStatuses, queueFilters } from "#lib/claims/list-filters.ts";
import type { ClaimKind, QueueStatus } from "#lib/claims/list-filters.ts";
import type { QueueCountsQuery, QueueQuery } from "#lib/claims/schema-desk.ts";
import type { ClaimProduct, ClaimStatus, ClaimSubtype, ClaimType } from "#lib/claims/schema.ts";
import type { StaffContext } from "#lib/context.ts";
import type { BoundedPage } from "#lib/lists/bounded-pages.ts";
import { maxCounted } from "#lib/lists/bounded-pages.ts";
import { readPage } from "#lib/lists/list.ts";
import type { List } from "#lib/lists/list.ts";
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

const queue = {
  table: "claims",
  filters: queueFilters,
  conditions: {
    search: matchesSearch,
    partner: (partner) => sql`r.world_id in (select id from worlds where partner_id = ${partner})`,
    kind: (kind) => sql`r.test = ${kind === "test"}`,
  },
  columns: sql.raw(`
    r.id, r.claim_id as "claimId", coalesce(renter.company ->> 'company_name', r.uid) as renter, r.status, r.status_since as "statusSince",
    json_build_object('partnerId', p.id, 'partnerName', p.name, 'environment', w.environment) as owner, r.type, r.subtype, r.test,
    json_build_object('type', r.product ->> 'type', 'brand', r.product ->> 'brand', 'model', r.product ->> 'model') as product,
    concat_ws(' ', r.insured ->> 'firstName', r.insured ->> 'lastName') as insured, u.name as handler,
    (select count(*)::int from claim_documents d where d.claim_id = r.id and d.replaced_at is null and d.status = 'to_verify') as "toVerify"`),
  joins: sql.raw(`
    join worlds w on w.id = r.world_id join partners p on p.id = w.partner_id
    left join renters renter on renter.uid = r.uid left join users u on u.id = r.handler_id`),
} as const satisfies Omit<List<typeof queueFilters, QueuedClaim>, "order">;

/** Lists claims of all partners: waiting ones oldest first, finished ones newest first (portal.md § Claims desk). */
export async function listQueue(_ctx: StaffContext, query: QueueQuery): Promise<BoundedPage<QueuedClaim>> {
  const { status, search } = query;
  const direction = status === undefined || isOpen(status) ? "asc" : "desc";
  const list: List<typeof queueFilters, QueuedClaim> = { ...queue, order: { at: "status_since", key: "id", direction } };
  // A search finds claims of any status by the index of the identifier.
  return readPage(search === undefined ? { ...list, lead: await findRanges(query) } : list, sql`true`, query);
}

export type QueueCounts = Record<(typeof openStatuses)[number], number>;

export async function countQueue(_ctx: StaffContext, { partner, kind }: QueueCountsQuery): Promise<QueueCounts> {
  const worlds = partner === undefined ? undefined : await findWorlds(partner);
  const ofWorlds = worlds === undefined ? pool`` : pool`and c.world_id = any(${worlds}::int[])`;
  const isTest = kindsOf(kind).map((one) => one === "test");
  const most = pool.unsafe(String(maxCounted));
  const rows = await pool<{ status: keyof QueueCounts; count: number }[]>`
    select st.status, (
      select count(*)::int from (
        select from claims c where c.status = st.status and c.test in ${pool(isTest)} ${ofWorlds} limit ${most}
      ) counted
    ) as count
    from unnest(${[...openStatuses]}::text[]) st (status)`;
  return Object.fromEntries(rows.map(({ status: open, count }) => [open, count])) as QueueCounts;
}

export async function listClaimPartners(_ctx: StaffContext): Promise<{ id: string; name: string }[]> {
  return pool<{ id: string; name: string }[]>`
    select p.id, p.name from partners p
    where exists (select from worlds w join claims c on c.world_id = w.id where w.partner_id = p.id)
    order by p.name, p.id`;
}

function isOpen(status: QueueStatus): boolean {
  return openStatuses.some((open) => open === status);
}

function kindsOf(kind: ClaimKind | undefined): readonly ClaimKind[] {
  return kind === undefined ? claimKinds : [kind];
}

async function findWorlds(partner: string): Promise<number[]> {
  const rows = await pool<{ id: number }[]>`select id from worlds where partner_id = ${partner}`;
  return rows.map(({ id }) => id);
}

/** The ranges of the index that a query reads: one for each kind and status, and for each world of a chosen partner. */
async function findRanges({ partner, kind, status }: QueueQuery): Promise<SQL[]> {
  const statuses = status === undefined ? openStatuses : [status];
  const ranges = statuses.flatMap((one) => kindsOf(kind).map((each) => sql`r.test = ${each === "test"} and r.status = ${one}`));
  if (partner === undefined) return ranges;
  const worlds = await findWorlds(partner);
  return worlds.flatMap((world) => ranges.map((range) => sql`r.world_id = ${world} and ${range}`));
}

function matchesSearch(search: string): SQL {
  if (search.startsWith("claim_")) return sql`r.id = ${search}`;
  return /^clm-/i.test(search) ? sql`r.claim_id = ${search.toUpperCase()}` : sql`r.cid = ${search}`;
}
