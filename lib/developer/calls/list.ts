import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { conditionsOf } from "#lib/account/search/traffic.ts";
import { markedSources } from "#lib/account/worlds/call-sources.ts";
import type { CallSource } from "#lib/account/worlds/call-sources.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { callFilters, unknownEndpoint } from "#lib/developer/calls/list-filters.ts";
import { endpointsNamed } from "#lib/developer/calls/rules/endpoints-named.ts";
import { errorCodesNamed } from "#lib/developer/calls/rules/error-codes.ts";
import { presentName } from "#lib/developer/calls/schema.ts";
import { cursorAt, readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery, summaryQuery } from "#lib/platform/lists/portal-lists.ts";
import type { FilterValues, ListQuery } from "#lib/platform/lists/portal-lists.ts";
import { summarizeList } from "#lib/platform/lists/summary.ts";
import type { ListSummary, Tally } from "#lib/platform/lists/summary.ts";
import { maskText } from "#lib/platform/log/mask.ts";

const maxPathLength = 300;

export interface CallRow {
  executionId: string;
  at: Date;
  keyId: string;
  method: string;
  path: string;
  endpoint: string | null;
  preview: boolean;
  status: number;
  errorCode: number | null;
  durationMs: number;
  source: CallSource;
  /** Null once the key is deleted. */
  keyPreview: string | null;
  /** Null if the call was about nothing, or that is gone. */
  about: CallSubject | null;
  /** The rental company of the contract or claim. */
  company: string | null;
}

export interface CallSubject {
  kind: "contract" | "claim" | "product";
  id: string;
  /** The claim's number once it has one, the product's title. */
  name: string;
}

export const subjectColumns = `
    k.preview as "keyPreview", case when subject.id is not null then json_build_object('kind', subject.kind, 'id', subject.id, 'name', subject.name) end as about,
    renter.company ->> 'company_name' as company`;

/** The key and the subject of a call `r`. */
export const subjectJoins = `
    left join api_keys k on k.id = r.key_id
    left join lateral (
      select 'contract' as kind, cid as id, cid as name, uid from contracts where cid = r.subject_id and world_id = r.world_id
      union all select 'claim', id, coalesce(claim_id, id), uid from claims where (id = r.subject_id or claim_id = r.subject_id) and world_id = r.world_id
      union all select 'product', id, title, null from products where id = r.subject_id and world_id = r.world_id
      limit 1
    ) subject on true
    left join renters renter on renter.uid = subject.uid`;

export const callListQuery = listQuery(callFilters);
export const callSummaryQuery = summaryQuery(callFilters);
export type CallFilter = FilterValues<typeof callFilters>;

export const callList: List<typeof callFilters, CallRow> = {
  table: "calls",
  filters: callFilters,
  order: { at: "at", key: "execution_id", direction: "desc" },
  conditions: {
    // Written as in the indexes.
    endpoint: (name) => sql`coalesce(r.endpoint, ${sql.raw(`'${unknownEndpoint}'`)}) = ${presentName(name)}`,
    status: matchesStatus,
    source: (source) => (source === "system" ? sql`r.source is null` : sql`r.source = ${source}`),
  },
  pairs: [
    ["endpoint", "errorCode"],
    ["endpoint", "status"],
  ],
  columns: sql.raw(`
    r.execution_id, r.at, r.key_id, r.method, left(r.path, ${maxPathLength}) as path, r.endpoint, r.preview, r.status,
    r.error_code, r.duration_micros / 1000.0::float8 as "durationMs",
    coalesce(r.source, 'system') as source, ${subjectColumns}`),
  joins: sql.raw(subjectJoins),
  mask: (row) => ({ ...row, path: maskText(row.path).text }),
};

/** Calls of the portal or an assistant have their own outcome, since they count in no figure. */
const callTally: Tally<typeof callFilters> = {
  outcome: sql.raw(`
    case when r.source in (${markedSources.map((source) => `'${source}'`).join()}) then 'marked' when r.status >= 500 then 'failed'
      when r.status >= 400 then 'refused' else 'succeeded' end`),
  facets: {
    endpoint: sql.raw(`coalesce(r.endpoint, '${unknownEndpoint}')`),
    errorCode: sql`r.error_code`,
    status: sql`r.status`,
    key: sql`r.key_id`,
    source: sql`coalesce(r.source, 'system')`,
    method: sql`r.method`,
  },
};

interface WorldOnly {
  world: Pick<World, "id">;
}

/** Calls of a world that fit a filter, newest first. */
export async function list({ world }: WorldOnly, query: ListQuery<typeof callFilters>): Promise<BoundedPage<CallRow>> {
  return readPage(await callListFor(world, query), sql`r.world_id = ${world.id}`, query);
}

/** Counts the calls of the same list by outcome over time, and by endpoint, code, status, key and source. */
export async function summarize(
  { world, realTime }: WorldOnly & { realTime: Date },
  { timeZone, ...query }: CallFilter & { timeZone: string },
): Promise<ListSummary> {
  return summarizeList(await callListFor(world, query), sql`r.world_id = ${world.id}`, query, callTally, { now: realTime, timeZone });
}

/** A search leads by the indexes of what it finds. */
async function callListFor(world: WorldOnly["world"], { search }: CallFilter): Promise<typeof callList> {
  if (search === undefined) return callList;
  const lead = await conditionsOf("calls", search, world.id, namedIn(search));
  return { ...callList, conditions: { ...callList.conditions, search: () => sql`true` }, lead };
}

/** The index of a code has its order; few texts name more than some. */
const mostCodes = 5;

/** The conditions of calls with the errors and endpoints that a typed text names. */
export function namedIn(typed: string): SQL[] {
  const codes = errorCodesNamed(typed).slice(0, mostCodes);
  const ofEndpoint = callList.conditions?.endpoint;
  return [...codes.map((code) => sql`r.error_code = ${code}`), ...endpointsNamed(typed).flatMap((name) => ofEndpoint?.(name) ?? [])];
}

export interface Neighbours {
  newer: string | null;
  older: string | null;
}

/** Finds the calls before and after one, among those that fit the filter. */
export async function findNeighbours(
  ctx: WorldOnly,
  { at, executionId }: Pick<CallRow, "at" | "executionId">,
  filter: CallFilter,
): Promise<Neighbours> {
  const cursor = cursorAt(at, executionId);
  const [newer, older] = await Promise.all([
    list(ctx, { ...filter, before: undefined, after: cursor, limit: 1 }),
    list(ctx, { ...filter, before: cursor, after: undefined, limit: 1 }),
  ]);
  return { newer: newer.rows[0]?.executionId ?? null, older: older.rows[0]?.executionId ?? null };
}

/** The indexes of refused and of failed calls are partial: the condition of a class is theirs. */
function matchesStatus(status: string): SQL {
  if (status === "4xx") return sql`r.status between 400 and 499`;
  if (status === "5xx") return sql`r.status >= 500`;
  if (status.endsWith("xx")) return sql`r.status / 100 = ${status.charAt(0)}`;
  return status < "4" ? sql`r.status = ${status}` : sql`r.status = ${status} and r.status >= 400`;
}
