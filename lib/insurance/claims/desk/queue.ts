import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import type { Owner } from "#lib/account/partners/find-person.ts";
import { searching } from "#lib/account/search/find.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import type { UserClaimStage } from "#lib/insurance/claims/claim.ts";
import type { QueueCountsQuery, QueueQuery } from "#lib/insurance/claims/desk/schema.ts";
import { netOf, settlementsOf } from "#lib/insurance/claims/find.ts";
import { openStatuses, queueFilters } from "#lib/insurance/claims/list-filters.ts";
import type { ClaimKind, QueueStatus, QueueView } from "#lib/insurance/claims/list-filters.ts";
import { daysToAct, turnOf } from "#lib/insurance/claims/rules/change.ts";
import type { Turn, WaitingClaim } from "#lib/insurance/claims/rules/change.ts";
import type { ClaimProduct, ClaimStatus, ClaimSubtype, ClaimType } from "#lib/insurance/claims/schema.ts";
import { readPage } from "#lib/platform/lists/list.ts";
import type { List, Range } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { maxCounted } from "#lib/platform/lists/row-limits.ts";

export interface QueuedClaim {
  id: string;
  claimId: string | null;
  owner: Owner;
  renter: string;
  status: ClaimStatus;
  statusSince: Date;
  type: ClaimType;
  subtype: ClaimSubtype;
  product: Pick<ClaimProduct, "type" | "brand" | "model" | "productMarked">;
  insured: string;
  test: boolean;
  /** Null for an unassigned claim. */
  handler: string | null;
  toVerify: number;
  /** The sum of transfers made and to be made; null while nothing was approved. */
  netCents: number | null;
  /** Null for a draft or a claim that is over. */
  turn: Turn | null;
  dueAt: Date | null;
}

type Read = Omit<QueuedClaim, "turn" | "dueAt" | "netCents"> & WaitingClaim & { settlements: object[] };

const columns = sql.raw(`
  ${settlementsOf("r.id")} as settlements, r.id, r.claim_id, coalesce(renter.company ->> 'company_name', r.uid) as renter, r.status, r.stage, r.status_since,
  json_build_object('partnerId', p.id, 'partnerName', p.name, 'environment', w.environment) as owner, r.type, r.subtype, r.test,
  json_build_object('type', r.product ->> 'type', 'brand', r.product ->> 'brand', 'model', r.product ->> 'model',
    'productMarked', r.product ->> 'productMarked') as product,
  concat_ws(' ', r.insured ->> 'firstName', r.insured ->> 'lastName') as insured, u.name as handler,
  (select count(*)::int from claim_documents d where d.claim_id = r.id and d.replaced_at is null and d.status = 'to_verify') as "toVerify",
  money."toPaySince", money."atBankSince"`);

const joins = sql.raw(`
  join worlds w on w.id = r.world_id join partners p on p.id = w.partner_id
  left join renters renter on renter.uid = r.uid left join users u on u.id = r.handler_id
  left join lateral (
    select min(s.created_at) filter (where s.payment_state = 'approved') as "toPaySince",
      min(coalesce(run.created_at, s.created_at)) filter (where s.payment_state = 'executing') as "atBankSince"
    from settlements s left join payments_of_runs handed on handed.settlement_id = s.id left join payment_runs run on run.id = handed.run_id
    where s.claim_id = r.id
  ) money on true`);

/** Lists claims of all partners: open ones by their due dates, finished ones newest first (rules/claims.md#handle-9). */
export async function listQueue(ctx: StaffContext, query: QueueQuery): Promise<BoundedPage<QueuedClaim>> {
  const page = await readPage(await queueFor(ctx, query), sql`true`, query);
  return { ...page, rows: page.rows.map(asQueued) };
}

/** The queue as one handler asks for it. */
export async function queueFor(ctx: StaffContext, query: QueueQuery): Promise<List<typeof queueFilters, Read>> {
  const { status, search, view, partner } = query;
  const isOver = status !== undefined && !isOpen(status);
  const list: List<typeof queueFilters, Read> = {
    table: "claims",
    filters: queueFilters,
    order: { at: "status_since", key: "id", direction: isOver ? "desc" : "asc" },
    conditions: {
      view: (chosen) => matchesView(chosen as QueueView, ctx),
      partner: (id) => sql`r.world_id in (select id from worlds where partner_id = ${id})`,
      kind: (kind) => (kind === "all" ? sql`true` : sql`r.test = ${kind === "test"}`),
    },
    columns,
    joins,
  };
  // A search has indexes of its own.
  if (search !== undefined) return searching(list, { kind: "claims", key: "id", typed: search, scope: "everywhere" });
  const worlds = partner === undefined ? undefined : await findWorlds(partner);
  const places =
    status === undefined
      ? placesOf[view ?? "decide"]
      : placesOfStatus[status].filter(([, stage]) => view !== "pay" || stage === "waiting_for_payment");
  const ranges = rangesOf(ctx, { ...query, places, worlds });
  return isOver ? { ...list, lead: ranges.map(({ where }) => where) } : { ...list, order: { ...list.order, at: "due_at" }, ranges };
}

function asQueued({ stage, toPaySince, atBankSince, settlements, ...row }: Read): QueuedClaim {
  const waiting = turnOf({ ...row, stage, toPaySince, atBankSince });
  return { ...row, netCents: netOf(settlements), turn: waiting?.turn ?? null, dueAt: waiting?.dueAt ?? null };
}

export type QueueCounts = Record<QueueView | "decide", number>;

/** Counts the claims of each view of the queue, up to `maxCounted`. */
export async function countQueue(ctx: StaffContext, { partner, kind }: QueueCountsQuery): Promise<QueueCounts> {
  const worlds = partner === undefined ? undefined : await findWorlds(partner);
  const views = ["decide", "pay", "mine", "unassigned", "all"] as const;
  const counts = views.map((view) => {
    const ranges = rangesOf(ctx, { view, kind, places: placesOf[view], worlds });
    const each = ranges.map(({ where }) => sql`(select from claims r where ${where} limit ${maxCounted})`);
    const union = each.length === 0 ? sql`select where false` : sql.join(each, sql` union all `);
    return sql`(select count(*)::int from (select from (${union}) matching limit ${maxCounted}) counted) as ${sql.identifier(view)}`;
  });
  const [row] = await db.execute<QueueCounts & Record<string, unknown>>(sql`select ${sql.join(counts, sql`, `)}`);
  if (row === undefined) throw new Error("the counts of the queue were not read");
  return row;
}

export async function listClaimPartners(_ctx: StaffContext): Promise<{ id: string; name: string }[]> {
  return pool<{ id: string; name: string }[]>`
    select p.id, p.name from partners p
    where exists (select from worlds w join claims c on c.world_id = w.id where w.partner_id = p.id)
    order by p.name, p.id`;
}

/** A status with one of its stages, as the indexes of the queue begin. */
type Place = readonly [status: ClaimStatus, stage: UserClaimStage | null];

const toDecide: readonly Place[] = [
  ["submitted", null],
  ["in_progress", "waiting_for_tulip"],
  ["in_progress", "reopened"],
];
const toPay: readonly Place[] = [["in_progress", "waiting_for_payment"]];
const open: readonly Place[] = [...toDecide, ...toPay, ["pending_info", "document_to_send"]];

const placesOf: Record<QueueView | "decide", readonly Place[]> = { decide: toDecide, pay: toPay, mine: open, unassigned: open, all: open };

const placesOfStatus: Record<QueueStatus, readonly Place[]> = {
  submitted: [["submitted", null]],
  in_progress: open.filter(([status]) => status === "in_progress"),
  pending_info: open.filter(([status]) => status === "pending_info"),
  closed: [["closed", "closed_paid"]],
  rejected: [["rejected", "closed_rejected"]],
  abandoned: [["abandoned", "abandoned"]],
};

function isOpen(status: QueueStatus): boolean {
  return openStatuses.some((one) => one === status);
}

function matchesView(view: QueueView, ctx: StaffContext): SQL {
  if (view === "all") return sql`true`;
  if (view === "pay") return sql`r.stage = 'waiting_for_payment'`;
  return matchesHandler(view, ctx);
}

function matchesHandler(view: "mine" | "unassigned", { actor }: StaffContext): SQL {
  return view === "unassigned" ? sql`r.handler_id is null` : sql`r.handler_id = ${actor.userId ?? ""}`;
}

interface Asked {
  view?: QueueView | "decide" | undefined;
  kind?: ClaimKind | undefined;
  places: readonly Place[];
  /** The worlds of a chosen partner. */
  worlds: readonly number[] | undefined;
}

/** A claim to be paid waits for the next payments, so it comes after all due dates. */
const daysOfPayments = 100_000;

/** The ranges of an index that a query reads: one for each kind and place, of a handler, or for each world of a chosen partner. */
function rangesOf(ctx: StaffContext, { view, kind = "real", places, worlds }: Asked): Range[] {
  const tests = kind === "all" ? [false, true] : [kind === "test"];
  const byHandler = view === "mine" || view === "unassigned" ? sql` and ${matchesHandler(view, ctx)}` : sql``;
  const ranges = tests.flatMap((test) =>
    places.map(([status, stage]) => {
      const ofStage = stage === null ? sql`r.stage is null` : sql`r.stage = ${stage}`;
      const where = sql`r.test = ${test} and r.status = ${status} and ${ofStage}${byHandler}`;
      return { where, since: "status_since", days: daysToAct({ status, stage }) ?? daysOfPayments };
    }),
  );
  if (worlds === undefined) return ranges;
  return worlds.flatMap((world) => ranges.map(({ where, ...range }) => ({ ...range, where: sql`r.world_id = ${world} and ${where}` })));
}

async function findWorlds(partner: string): Promise<number[]> {
  const rows = await pool<{ id: number }[]>`select id from worlds where partner_id = ${partner}`;
  return rows.map(({ id }) => id);
}
