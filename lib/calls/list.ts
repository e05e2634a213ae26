import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import { callFilters, unknownEndpoint } from "#lib/calls/list-filters.ts";
import { maskText } from "#lib/calls/rules/mask.ts";
import type { CallSource } from "#lib/calls/schema-sources.ts";
import { presentName } from "#lib/calls/schema.ts";
import type { World } from "#lib/context.ts";
import type { BoundedPage } from "#lib/lists/bounded-pages.ts";
import { cursorAt, readPage } from "#lib/lists/list.ts";
import type { List } from "#lib/lists/list.ts";
import { listQuery } from "#lib/lists/portal-lists.ts";
import type { FilterValues, ListQuery } from "#lib/lists/portal-lists.ts";

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
}

export const callListQuery = listQuery(callFilters);
export type CallFilter = FilterValues<typeof callFilters>;

const callList: List<typeof callFilters, CallRow> = {
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
    r.execution_id as "executionId", r.at, r.key_id as "keyId", r.method, left(r.path, ${maxPathLength}) as path, r.endpoint, r.preview, r.status,
    r.error_code as "errorCode", r.duration_micros / 1000.0::float8 as "durationMs",
    coalesce(r.source, 'system') as source`),
  mask: (row) => ({ ...row, path: maskText(row.path).text }),
};

interface WorldOnly {
  world: Pick<World, "id">;
}

/** Calls of a world that fit a filter, newest first (portal.md § Partner side, Calls). */
export async function list({ world }: WorldOnly, query: ListQuery<typeof callFilters>): Promise<BoundedPage<CallRow>> {
  const { search } = query;
  const subjects = search === undefined || search.startsWith("exec_") ? [] : await findSubjects(world.id, search);
  return readPage(callListAbout(subjects), sql`r.world_id = ${world.id}`, query);
}

/** The list in which a search finds a call by its id, or the calls about any of these subjects. */
export function callListAbout(subjects: readonly string[]): typeof callList {
  const isSought = (text: string) =>
    text.startsWith("exec_") ? sql`r.execution_id = ${text}` : subjects.map((subject) => sql`r.subject_id = ${subject}`);
  return { ...callList, conditions: { ...callList.conditions, search: isSought } };
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

/** The indexes of errors are partial, so the condition repeats theirs. */
function matchesStatus(status: string): SQL {
  const condition = status.endsWith("xx") ? sql`r.status / 100 = ${status.charAt(0)}` : sql`r.status = ${status}`;
  return status < "4" ? condition : sql`${condition} and r.status >= 400`;
}

/** The identifiers under which a subject's calls are filed: `product_id` and `uid` of a product, `id` and `claimId` of a claim. */
async function findSubjects(worldId: number, sought: string): Promise<string[]> {
  const rows = await pool<{ id: string }[]>`
    select ${sought}::text as id
    union select uid from products where id = ${sought} and world_id = ${worldId}
    union select id from products where uid = ${sought} and world_id = ${worldId}
    union select unnest(array[id, claim_id]) from claims where (id = ${sought} or claim_id = upper(${sought})) and claim_id is not null
      and world_id = ${worldId}`;
  return rows.map(({ id }) => id);
}
